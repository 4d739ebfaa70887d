using System;
using System.Collections.Generic;
using System.Runtime.InteropServices;
using System.Text;

namespace Bouton
{
    /// <summary>Texts on their way to the library and back: UTF-8, with a zero byte at the end.</summary>
    internal static class Texts
    {
        /// <summary>Reads a text that the library owns; "" where there is none.</summary>
        internal static string Of(IntPtr text)
        {
            if (text == IntPtr.Zero) return "";
            int length = 0;
            while (Marshal.ReadByte(text, length) != 0) ++length;
            byte[] bytes = new byte[length];
            Marshal.Copy(text, bytes, 0, length);
            return Encoding.UTF8.GetString(bytes);
        }

        /// <summary>A text as the library takes it. `name` says what it is where it cannot be one.</summary>
        internal static byte[] To(string text, string name)
        {
            if (text == null) throw new ArgumentNullException(name);
            if (text.IndexOf('\0') >= 0) throw new RequestException(name + " has a zero byte in it");
            byte[] bytes = new byte[Encoding.UTF8.GetByteCount(text) + 1];
            Encoding.UTF8.GetBytes(text, 0, text.Length, bytes, 0);
            return bytes;
        }

        /// <summary>Writes a text into memory of `capacity` bytes, and tells how long the whole is.</summary>
        internal delegate int Writer(byte[] text, UIntPtr capacity, ref UIntPtr length);

        /// <summary>A text that the library writes into the caller's memory; null where it is unknown. `ask` turns calls into
        /// statuses: at once, or as questions are asked.</summary>
        internal static string Read(Writer write, Func<Func<int>, int> ask)
        {
            byte[] memory = new byte[256];
            while (true)
            {
                UIntPtr length = UIntPtr.Zero;
                int status = Native.Ok;
                int answered = ask(() =>
                {
                    status = write(memory, (UIntPtr)(uint)memory.Length, ref length);
                    return status == Native.ErrorSpace ? Native.Ok : status;
                });
                if (answered == Native.Unknown) return null;
                if (status != Native.ErrorSpace) return Encoding.UTF8.GetString(memory, 0, checked((int)length.ToUInt64()));
                memory = new byte[checked((int)length.ToUInt64() + 1)];
            }
        }

        internal static string Read(Writer write)
        {
            return Read(write, call => Status.Check(call()));
        }

        /// <summary>The texts of a list, which is given back.</summary>
        internal static string[] ListOf(IntPtr list)
        {
            using (ListHandle handle = new ListHandle(list))
            {
                string[] texts = new string[(int)Native.bouton_list_size(handle).ToUInt32()];
                for (int i = 0; i < texts.Length; ++i) texts[i] = Of(Native.bouton_list_at(handle, (UIntPtr)(uint)i));
                return texts;
            }
        }

        /// <summary>Calls `use` with settings as the library takes them, whose memory lasts as long as the call.</summary>
        internal static T WithSettings<T>(IEnumerable<KeyValuePair<string, string>> settings, Func<Native.Setting[], UIntPtr, T> use)
        {
            List<Native.Setting> crossing = new List<Native.Setting>();
            List<GCHandle> pinned = new List<GCHandle>();
            try
            {
                if (settings != null)
                {
                    foreach (KeyValuePair<string, string> setting in settings)
                    {
                        GCHandle name = Pin(To(setting.Key, "the name of a parameter"), pinned);
                        GCHandle value = Pin(To(setting.Value, "parameter " + setting.Key), pinned);
                        crossing.Add(new Native.Setting { Name = name.AddrOfPinnedObject(), Value = value.AddrOfPinnedObject() });
                    }
                }
                return use(crossing.ToArray(), (UIntPtr)(uint)crossing.Count);
            }
            finally
            {
                foreach (GCHandle handle in pinned) handle.Free();
            }
        }

        private static GCHandle Pin(byte[] bytes, List<GCHandle> pinned)
        {
            GCHandle handle = GCHandle.Alloc(bytes, GCHandleType.Pinned);
            pinned.Add(handle);
            return handle;
        }
    }
}
