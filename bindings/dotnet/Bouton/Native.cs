using System;
using System.Runtime.InteropServices;

namespace Bouton
{
    /// <summary>The functions of bouton.h, each as C sees it: a line each, in the header's order. Texts are UTF-8 with a zero byte at
    /// their end; sizes have the width of the machine.</summary>
    internal static class Native
    {
        /// <summary>libbouton.so, libbouton.dylib or bouton.dll, where the system looks for libraries.</summary>
        private const string Library = "bouton";
        private const CallingConvention C = CallingConvention.Cdecl;

        internal const int Abi = 1;
        internal const int Ok = 0, NotYet = 1, Unknown = 2;
        internal const int ErrorRequest = -1, ErrorRule = -2, ErrorLimit = -3, ErrorCancelled = -4, ErrorMemory = -5, ErrorSpace = -6,
            ErrorMisuse = -7;

        [StructLayout(LayoutKind.Sequential)]
        internal struct Limits
        {
            internal UIntPtr Size;
            internal ulong Memory;
            internal ulong LuaMemory;
            internal double LoadSeconds;
            internal double CallSeconds;
            internal uint Threads;
            internal uint NoLift;
            internal uint NoNative;
        }

        [StructLayout(LayoutKind.Sequential)]
        internal struct Setting
        {
            internal IntPtr Name;
            internal IntPtr Value;
        }

        [StructLayout(LayoutKind.Sequential)]
        internal struct Value
        {
            internal UIntPtr Size;
            internal int Outcome;
            internal int HasGrundy;
            internal long Grundy;
            internal long Remoteness;
        }

        [StructLayout(LayoutKind.Sequential)]
        internal struct Period
        {
            internal UIntPtr Size;
            internal long Preperiod;
            internal long Length;
            internal long Saltus;
            internal long CheckedTo;
            internal int Proved;
            [MarshalAs(UnmanagedType.ByValArray, SizeConst = 76)]
            internal byte[] Theorem;
        }

        [UnmanagedFunctionPointer(C)]
        internal delegate int ProgressCallback(IntPtr user, IntPtr doing, ulong done, ulong total);

        [DllImport(Library, CallingConvention = C)] internal static extern IntPtr bouton_version();
        [DllImport(Library, CallingConvention = C)] internal static extern int bouton_abi();
        [DllImport(Library, CallingConvention = C)] internal static extern int bouton_keep_theorems(byte[] folder);

        [DllImport(Library, CallingConvention = C)] internal static extern IntPtr bouton_error_message();
        [DllImport(Library, CallingConvention = C)] internal static extern IntPtr bouton_error_file();
        [DllImport(Library, CallingConvention = C)] internal static extern int bouton_error_line();
        [DllImport(Library, CallingConvention = C)] internal static extern IntPtr bouton_status_name(int status);

        [DllImport(Library, CallingConvention = C)] internal static extern void bouton_limits_init(ref Limits limits);
        [DllImport(Library, CallingConvention = C)] internal static extern int bouton_runtime_create(ref Limits limits, ref IntPtr runtime);
        [DllImport(Library, CallingConvention = C)] internal static extern void bouton_runtime_destroy(IntPtr runtime);
        [DllImport(Library, CallingConvention = C)] internal static extern int bouton_runtime_add_directory(RuntimeHandle runtime, byte[] path);
        [DllImport(Library, CallingConvention = C)] internal static extern int bouton_runtime_add_source(RuntimeHandle runtime, byte[] name, byte[] text, UIntPtr length);
        [DllImport(Library, CallingConvention = C)] internal static extern int bouton_runtime_games(RuntimeHandle runtime, ref IntPtr names);
        [DllImport(Library, CallingConvention = C)] internal static extern int bouton_runtime_set_time_budget(RuntimeHandle runtime, double seconds);
        [DllImport(Library, CallingConvention = C)] internal static extern void bouton_runtime_cancel(RuntimeHandle runtime);
        [DllImport(Library, CallingConvention = C)] internal static extern int bouton_runtime_set_progress(RuntimeHandle runtime, ProgressCallback callback, IntPtr user);
        [DllImport(Library, CallingConvention = C)] internal static extern int bouton_runtime_progress(RuntimeHandle runtime, ref ulong done, ref ulong total);

        [DllImport(Library, CallingConvention = C)] internal static extern UIntPtr bouton_list_size(ListHandle list);
        [DllImport(Library, CallingConvention = C)] internal static extern IntPtr bouton_list_at(ListHandle list, UIntPtr index);
        [DllImport(Library, CallingConvention = C)] internal static extern void bouton_list_destroy(IntPtr list);

        [DllImport(Library, CallingConvention = C)] internal static extern int bouton_game_load(RuntimeHandle runtime, byte[] nameOrPath, Setting[] settings, UIntPtr count, ref IntPtr game);
        [DllImport(Library, CallingConvention = C)] internal static extern void bouton_game_destroy(IntPtr game);
        [DllImport(Library, CallingConvention = C)] internal static extern int bouton_game_reload(GameHandle game);
        [DllImport(Library, CallingConvention = C)] internal static extern int bouton_game_set(GameHandle game, byte[] name, byte[] value);
        [DllImport(Library, CallingConvention = C)] internal static extern int bouton_game_set_play(GameHandle game, int play);
        [DllImport(Library, CallingConvention = C)] internal static extern IntPtr bouton_game_name(GameHandle game);
        [DllImport(Library, CallingConvention = C)] internal static extern IntPtr bouton_game_title(GameHandle game);
        [DllImport(Library, CallingConvention = C)] internal static extern IntPtr bouton_game_source(GameHandle game);
        [DllImport(Library, CallingConvention = C)] internal static extern IntPtr bouton_game_text(GameHandle game);
        [DllImport(Library, CallingConvention = C)] internal static extern IntPtr bouton_game_file(GameHandle game);
        [DllImport(Library, CallingConvention = C)] internal static extern int bouton_game_dimensions(GameHandle game);
        [DllImport(Library, CallingConvention = C)] internal static extern IntPtr bouton_game_coordinate(GameHandle game, int index);
        [DllImport(Library, CallingConvention = C)] internal static extern int bouton_game_range(GameHandle game, int index, ref long least, ref long greatest);
        [DllImport(Library, CallingConvention = C)] internal static extern int bouton_game_play(GameHandle game);
        [DllImport(Library, CallingConvention = C)] internal static extern long bouton_game_blocking(GameHandle game);
        [DllImport(Library, CallingConvention = C)] internal static extern int bouton_game_parameters(GameHandle game, ref IntPtr settings, ref IntPtr docs);
        [DllImport(Library, CallingConvention = C)] internal static extern int bouton_game_explain(GameHandle game, byte[] text, UIntPtr capacity, ref UIntPtr length);

        [DllImport(Library, CallingConvention = C)] internal static extern int bouton_position_parse(GameHandle game, byte[] text, ref IntPtr position);
        [DllImport(Library, CallingConvention = C)] internal static extern int bouton_position_of(GameHandle game, long[] coordinates, UIntPtr count, ref IntPtr position);
        [DllImport(Library, CallingConvention = C)] internal static extern int bouton_position_example(GameHandle game, ref IntPtr position);
        [DllImport(Library, CallingConvention = C)] internal static extern int bouton_position_sum(IntPtr[] positions, UIntPtr count, ref IntPtr sum);
        [DllImport(Library, CallingConvention = C)] internal static extern int bouton_position_compound(IntPtr[] positions, UIntPtr count, byte[] way, ref IntPtr compound);
        [DllImport(Library, CallingConvention = C)] internal static extern IntPtr bouton_position_way(PositionHandle position);
        [DllImport(Library, CallingConvention = C)] internal static extern void bouton_position_destroy(IntPtr position);
        [DllImport(Library, CallingConvention = C)] internal static extern int bouton_position_obliged(PositionHandle position);
        [DllImport(Library, CallingConvention = C)] internal static extern UIntPtr bouton_position_components(PositionHandle position);
        [DllImport(Library, CallingConvention = C)] internal static extern int bouton_position_text(PositionHandle position, UIntPtr component, byte[] text, UIntPtr capacity, ref UIntPtr length);
        [DllImport(Library, CallingConvention = C)] internal static extern IntPtr bouton_position_game(PositionHandle position, UIntPtr component);
        [DllImport(Library, CallingConvention = C)] internal static extern int bouton_position_show(PositionHandle position, UIntPtr component, byte[] text, UIntPtr capacity, ref UIntPtr length);
        [DllImport(Library, CallingConvention = C)] internal static extern int bouton_position_coordinates(PositionHandle position, UIntPtr component, long[] coordinates, UIntPtr capacity, ref UIntPtr count);

        [DllImport(Library, CallingConvention = C)] internal static extern int bouton_options(PositionHandle position, ref IntPtr moves);
        [DllImport(Library, CallingConvention = C)] internal static extern int bouton_result(PositionHandle position, ref int outcome);
        [DllImport(Library, CallingConvention = C)] internal static extern UIntPtr bouton_moves_size(MovesHandle moves);
        [DllImport(Library, CallingConvention = C)] internal static extern int bouton_moves_complete(MovesHandle moves);
        [DllImport(Library, CallingConvention = C)] internal static extern void bouton_moves_destroy(IntPtr moves);
        [DllImport(Library, CallingConvention = C)] internal static extern IntPtr bouton_move_label(MovesHandle moves, UIntPtr index);
        [DllImport(Library, CallingConvention = C)] internal static extern int bouton_move_kind(MovesHandle moves, UIntPtr index);
        [DllImport(Library, CallingConvention = C)] internal static extern UIntPtr bouton_move_component(MovesHandle moves, UIntPtr index);
        [DllImport(Library, CallingConvention = C)] internal static extern UIntPtr bouton_move_parts(MovesHandle moves, UIntPtr index);
        [DllImport(Library, CallingConvention = C)] internal static extern int bouton_move_text(MovesHandle moves, UIntPtr index, UIntPtr part, byte[] text, UIntPtr capacity, ref UIntPtr length);
        [DllImport(Library, CallingConvention = C)] internal static extern int bouton_move_json(MovesHandle moves, UIntPtr index, ref IntPtr json);
        [DllImport(Library, CallingConvention = C)] internal static extern int bouton_move_make(MovesHandle moves, UIntPtr index, ref IntPtr position);

        [DllImport(Library, CallingConvention = C)] internal static extern int bouton_outcome(PositionHandle position, ref int outcome);
        [DllImport(Library, CallingConvention = C)] internal static extern int bouton_grundy(PositionHandle position, ref long value);
        [DllImport(Library, CallingConvention = C)] internal static extern int bouton_grundy_text(PositionHandle position, byte[] text, UIntPtr capacity, ref UIntPtr length);
        [DllImport(Library, CallingConvention = C)] internal static extern int bouton_remoteness(PositionHandle position, ref long moves);
        [DllImport(Library, CallingConvention = C)] internal static extern int bouton_suspense(PositionHandle position, ref long moves);
        [DllImport(Library, CallingConvention = C)] internal static extern int bouton_longest(PositionHandle position, ref long moves);
        [DllImport(Library, CallingConvention = C)] internal static extern int bouton_winning_moves(PositionHandle position, UIntPtr most, ref IntPtr moves);
        [DllImport(Library, CallingConvention = C)] internal static extern int bouton_valued_moves(PositionHandle position, ref IntPtr moves);
        [DllImport(Library, CallingConvention = C)] internal static extern int bouton_move_value(MovesHandle moves, UIntPtr index, ref Value value);
        [DllImport(Library, CallingConvention = C)] internal static extern int bouton_best_move(PositionHandle position, int level, ulong seed, ref IntPtr moves);
        [DllImport(Library, CallingConvention = C)] internal static extern int bouton_player_move(PositionHandle position, byte[] player, ulong seed, ref IntPtr moves);
        [DllImport(Library, CallingConvention = C)] internal static extern int bouton_player_forbids(PositionHandle position, byte[] player, ulong seed, ref IntPtr forbidden);
        [DllImport(Library, CallingConvention = C)] internal static extern int bouton_player_move_but(MovesHandle forbidden, byte[] player, ulong seed, ref IntPtr moves);
        [DllImport(Library, CallingConvention = C)] internal static extern int bouton_moves_pick(MovesHandle moves, UIntPtr[] numbers, UIntPtr count, ref IntPtr picked);

        [DllImport(Library, CallingConvention = C)] internal static extern int bouton_table(GameHandle game, long[] low, long[] high, UIntPtr dimensions, int kind, [In, Out] uint[] cells, UIntPtr capacity, ref UIntPtr count);
        [DllImport(Library, CallingConvention = C)] internal static extern int bouton_p_positions(GameHandle game, long[] low, long[] high, UIntPtr dimensions, [In, Out] long[] coordinates, UIntPtr capacity, ref UIntPtr count);
        [DllImport(Library, CallingConvention = C)] internal static extern int bouton_sequence(GameHandle game, long last, int kind, [In, Out] uint[] cells, UIntPtr capacity, ref long low, ref UIntPtr count);
        [DllImport(Library, CallingConvention = C)] internal static extern int bouton_sequence_period(GameHandle game, long last, int kind, ref Period period);

        [DllImport(Library, CallingConvention = C)] internal static extern int bouton_solve(PositionHandle position, UIntPtr most, ref IntPtr json);
        [DllImport(Library, CallingConvention = C)] internal static extern int bouton_count(GameHandle game, long[] low, long[] high, UIntPtr dimensions, byte[] total, ulong heaps, int multisets, ulong modulus, ref IntPtr json);
        [DllImport(Library, CallingConvention = C)] internal static extern int bouton_quotient(GameHandle game, long last, ref IntPtr json);
        [DllImport(Library, CallingConvention = C)] internal static extern int bouton_quotient_below(PositionHandle position, ref IntPtr json);
        [DllImport(Library, CallingConvention = C)] internal static extern int bouton_genus(PositionHandle position, ref IntPtr json);
        [DllImport(Library, CallingConvention = C)] internal static extern int bouton_why(PositionHandle position, ref IntPtr json);
        [DllImport(Library, CallingConvention = C)] internal static extern int bouton_verify(GameHandle game, long[] low, long[] high, UIntPtr dimensions, ref IntPtr json);
        [DllImport(Library, CallingConvention = C)] internal static extern int bouton_graph(PositionHandle position, ulong most, ref IntPtr json);
        [DllImport(Library, CallingConvention = C)] internal static extern int bouton_match(PositionHandle position, byte[] player, byte[] other, ulong games, ulong seed, ref IntPtr json);
        [DllImport(Library, CallingConvention = C)] internal static extern int bouton_theorem(GameHandle game, ulong piles, ulong value, ulong steps, ref IntPtr json);
        [DllImport(Library, CallingConvention = C)] internal static extern int bouton_discover(GameHandle game, ulong piles, ref IntPtr json);
        [DllImport(Library, CallingConvention = C)] internal static extern int bouton_discover_further(GameHandle game, ulong piles, ulong further, ref IntPtr json);
        [DllImport(Library, CallingConvention = C)] internal static extern int bouton_survey(RuntimeHandle runtime, byte[] family, Setting[] settings, UIntPtr count, long last, ref IntPtr json);

        [DllImport(Library, CallingConvention = C)] internal static extern int bouton_draw_table(GameHandle game, long[] low, long[] high, UIntPtr dimensions, int kind, ref IntPtr svg);
        [DllImport(Library, CallingConvention = C)] internal static extern int bouton_draw_sequence(GameHandle game, long last, int kind, ref IntPtr svg);
        [DllImport(Library, CallingConvention = C)] internal static extern int bouton_draw_graph(PositionHandle position, ulong most, ref IntPtr svg);
        [DllImport(Library, CallingConvention = C)] internal static extern int bouton_draw_theorem(GameHandle game, ulong piles, ulong value, ulong steps, ref IntPtr texts);
    }
}
