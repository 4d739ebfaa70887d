using System;
using Microsoft.Win32.SafeHandles;

namespace Bouton
{
    /// <summary>What the library made. It is destroyed once nobody uses it, never while a call is under way.</summary>
    internal abstract class Handle : SafeHandleZeroOrMinusOneIsInvalid
    {
        protected Handle(IntPtr pointer) : base(true)
        {
            SetHandle(pointer);
        }

        protected abstract void Destroy(IntPtr pointer);

        protected override bool ReleaseHandle()
        {
            Destroy(handle);
            return true;
        }
    }

    internal sealed class RuntimeHandle : Handle
    {
        internal RuntimeHandle(IntPtr pointer) : base(pointer) { }

        protected override void Destroy(IntPtr pointer)
        {
            Native.bouton_runtime_destroy(pointer);
        }
    }

    internal sealed class GameHandle : Handle
    {
        internal GameHandle(IntPtr pointer) : base(pointer) { }

        protected override void Destroy(IntPtr pointer)
        {
            Native.bouton_game_destroy(pointer);
        }
    }

    internal sealed class PositionHandle : Handle
    {
        internal PositionHandle(IntPtr pointer) : base(pointer) { }

        protected override void Destroy(IntPtr pointer)
        {
            Native.bouton_position_destroy(pointer);
        }
    }

    internal sealed class MovesHandle : Handle
    {
        internal MovesHandle(IntPtr pointer) : base(pointer) { }

        protected override void Destroy(IntPtr pointer)
        {
            Native.bouton_moves_destroy(pointer);
        }
    }

    internal sealed class ListHandle : Handle
    {
        internal ListHandle(IntPtr pointer) : base(pointer) { }

        protected override void Destroy(IntPtr pointer)
        {
            Native.bouton_list_destroy(pointer);
        }
    }
}
