# Sourced by the scripts that build, with the variable root: where there is ccache, what was compiled in one clone, or for one form,
# need not be compiled in another, precompiled headers included.
export CCACHE_BASEDIR=${CCACHE_BASEDIR:-$root} CCACHE_SLOPPINESS=${CCACHE_SLOPPINESS:-pch_defines,time_macros}
ccache_launcher=-DCMAKE_CXX_COMPILER_LAUNCHER=$(command -v ccache || true)
