using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;

namespace Bouton
{
    /// <summary>A parameter of a game.</summary>
    public sealed class Parameter
    {
        internal Parameter(string setting, string doc)
        {
            int sign = setting.IndexOf('=');
            Name = sign < 0 ? setting : setting.Substring(0, sign);
            Value = sign < 0 ? null : setting.Substring(sign + 1);
            Doc = doc;
        }

        /// <summary>Its name.</summary>
        public string Name { get; private set; }

        /// <summary>Its value as typed; null for a function that was not set.</summary>
        public string Value { get; private set; }

        /// <summary>What it is for.</summary>
        public string Doc { get; private set; }
    }

    /// <summary>A loaded game.</summary>
    public sealed class Game : IDisposable
    {
        private readonly Runtime runtime;
        private readonly GameHandle handle;

        internal Game(Runtime runtime, GameHandle handle)
        {
            this.runtime = runtime;
            this.handle = handle;
        }

        /// <summary>The runtime that it was loaded by.</summary>
        public Runtime Runtime { get { return runtime; } }

        /// <summary>The name.</summary>
        public string Name { get { return Texts.Of(Native.bouton_game_name(handle)); } }

        /// <summary>The title for people; "" where the rule file says nothing.</summary>
        public string Title { get { return Texts.Of(Native.bouton_game_title(handle)); } }

        /// <summary>Where the game comes from; "" where the rule file says nothing.</summary>
        public string Source { get { return Texts.Of(Native.bouton_game_source(handle)); } }

        /// <summary>What the rule file says of the game; "" where it says nothing.</summary>
        public string Text { get { return Texts.Of(Native.bouton_game_text(handle)); } }

        /// <summary>The rule file.</summary>
        public string File { get { return Texts.Of(Native.bouton_game_file(handle)); } }

        /// <summary>The names of the coordinates; of a piles game, whose positions have any number of them, one.</summary>
        public string[] Coordinates
        {
            get
            {
                List<string> names = new List<string>();
                for (int i = 0; ; ++i)
                {
                    IntPtr name = Native.bouton_game_coordinate(handle, i);
                    if (name == IntPtr.Zero) return names.ToArray();
                    names.Add(Texts.Of(name));
                }
            }
        }

        /// <summary>How many coordinates a position has; null where that differs from one to the next.</summary>
        public int? Dimensions
        {
            get
            {
                int found = Native.bouton_game_dimensions(handle);
                return found < 0 ? (int?)null : found;
            }
        }

        /// <summary>The least and the greatest value of a coordinate; long.MinValue and long.MaxValue where there is none.</summary>
        public Bounds Range(int coordinate)
        {
            long least = 0, most = 0;
            if (coordinate < 0 || coordinate >= Coordinates.Length) throw new ArgumentOutOfRangeException("coordinate");
            Status.Check(Native.bouton_game_range(handle, coordinate, ref least, ref most));
            return new Bounds(least, most);
        }

        /// <summary>Who wins when no move is left. Positions that were made before it is set keep the game as it was.</summary>
        public Play Play
        {
            get { return (Play)Status.Check(Native.bouton_game_play(handle)); }
            set { Status.Check(Native.bouton_game_set_play(handle, (int)value)); }
        }

        /// <summary>Up to how many options the other player forbids before each move; 0: none.</summary>
        public long Blocking
        {
            get
            {
                long most = Native.bouton_game_blocking(handle);
                if (most < 0) Status.Check((int)most);
                return most;
            }
        }

        /// <summary>The parameters, with their values now.</summary>
        public Parameter[] Parameters
        {
            get
            {
                IntPtr settings = IntPtr.Zero, docs = IntPtr.Zero;
                Status.Check(Native.bouton_game_parameters(handle, ref settings, ref docs));
                string[] values = Texts.ListOf(settings), words = Texts.ListOf(docs);
                Parameter[] found = new Parameter[values.Length];
                for (int i = 0; i < found.Length; ++i) found[i] = new Parameter(values[i], words[i]);
                return found;
            }
        }

        /// <summary>Sets one more parameter, or one differently. If the value does not fit the game stays what it was.</summary>
        public void Set(string name, string value)
        {
            Status.Check(Native.bouton_game_set(handle, Texts.To(name, "the name of a parameter"), Texts.To(value, "parameter " + name)));
        }

        /// <summary>Reads the rule file again. If it is wrong now, <see cref="RuleException"/> says how, and the game stays what it
        /// was.</summary>
        public void Reload()
        {
            Status.Check(Native.bouton_game_reload(handle));
        }

        /// <summary>How questions about the game are answered, for people.</summary>
        public string Explain()
        {
            return Texts.Read((byte[] text, UIntPtr capacity, ref UIntPtr length) => Native.bouton_game_explain(handle, text, capacity, ref length));
        }

        /// <summary>The position with these coordinates.</summary>
        public Position Position(params long[] coordinates)
        {
            if (coordinates == null) throw new ArgumentNullException("coordinates");
            IntPtr position = IntPtr.Zero;
            Status.Check(Native.bouton_position_of(handle, coordinates, (UIntPtr)(uint)coordinates.Length, ref position));
            return new Position(runtime, new PositionHandle(position));
        }

        /// <summary>A position as it would be typed: coordinates of any size, or names of values, joined by commas. As many as the game
        /// takes to start with are enough.</summary>
        public Position Position(string text)
        {
            IntPtr position = IntPtr.Zero;
            Status.Check(Native.bouton_position_parse(handle, Texts.To(text, "the position"), ref position));
            return new Position(runtime, new PositionHandle(position));
        }

        /// <summary>The position that the rule file gives as its example, perhaps a sum; null: it gives none.</summary>
        public Position Example()
        {
            IntPtr position = IntPtr.Zero;
            if (Status.Check(Native.bouton_position_example(handle, ref position)) == Native.Unknown) return null;
            return new Position(runtime, new PositionHandle(position));
        }

        /// <summary>The values of a box, a greatest value for each coordinate, from the least that the game has.</summary>
        public Table Table(params long[] most)
        {
            return Table(ValueKindOf(), Box(most));
        }

        /// <summary>The values of a box, of a kind, with bounds for each coordinate.</summary>
        public Table Table(ValueKind kind, Bounds[] box, CancellationToken token = default(CancellationToken))
        {
            long[] low, high;
            Corners(box, out low, out high);
            UIntPtr dimensions = (UIntPtr)(uint)low.Length;
            uint[] cells = new uint[0];
            while (true)
            {
                UIntPtr count = UIntPtr.Zero;
                if (!AskForRoom(() => Native.bouton_table(handle, low, high, dimensions, (int)kind, cells.Length == 0 ? null : cells,
                    (UIntPtr)(uint)cells.Length, ref count), token)) return new Table(low, high, kind, cells);
                cells = new uint[checked((long)count.ToUInt64())];
            }
        }

        /// <summary>The same, on a thread of its own.</summary>
        public Task<Table> TableAsync(ValueKind kind, Bounds[] box, CancellationToken token = default(CancellationToken))
        {
            return Runtime.Start(() => Table(kind, box, token), token);
        }

        /// <summary>The P-positions of a box, in its order, each as its coordinates.</summary>
        public long[][] PPositions(Bounds[] box, CancellationToken token = default(CancellationToken))
        {
            long[] low, high;
            Corners(box, out low, out high);
            long[] found = new long[1024 * low.Length];
            UIntPtr count = UIntPtr.Zero;
            while (AskForRoom(() => Native.bouton_p_positions(handle, low, high, (UIntPtr)(uint)low.Length, found,
                (UIntPtr)(ulong)(found.LongLength / Math.Max(1, low.Length)), ref count), token))
            {
                found = new long[checked((long)count.ToUInt64() * low.Length)];
            }
            long[][] positions = new long[checked((long)count.ToUInt64())][];
            for (long i = 0; i < positions.LongLength; ++i)
            {
                positions[i] = new long[low.Length];
                Array.Copy(found, i * low.Length, positions[i], 0, low.Length);
            }
            return positions;
        }

        /// <summary>The same, on a thread of its own.</summary>
        public Task<long[][]> PPositionsAsync(Bounds[] box, CancellationToken token = default(CancellationToken))
        {
            return Runtime.Start(() => PPositions(box, token), token);
        }

        /// <summary>How many P-positions a box has, without a list of them. <paramref name="total"/> is a Lua expression of the
        /// coordinates, such as "S + L", which is added up over them. With <paramref name="heaps"/> it counts the sums of so many
        /// positions, each of the box, in which the player to move loses; with <paramref name="multisets"/> those that differ in the
        /// order of their positions alone are one. <paramref name="modulus"/> more than 0: all is modulo that.</summary>
        public Counted Count(Bounds[] box, string total = null, ulong heaps = 0, bool multisets = false, ulong modulus = 0,
                             CancellationToken token = default(CancellationToken))
        {
            long[] low, high;
            Corners(box, out low, out high);
            byte[] expression = total == null ? null : Texts.To(total, "total");
            return new Counted(AskJson((ref IntPtr json) => Native.bouton_count(handle, low, high, (UIntPtr)(uint)low.Length, expression, heaps,
                multisets ? 1 : 0, modulus, ref json), token));
        }

        /// <summary>The same, on a thread of its own.</summary>
        public Task<Counted> CountAsync(Bounds[] box, string total = null, ulong heaps = 0, bool multisets = false, ulong modulus = 0,
                                        CancellationToken token = default(CancellationToken))
        {
            return Runtime.Start(() => Count(box, total, heaps, multisets, modulus, token), token);
        }

        /// <summary>The values of heaps up to `last`: of a game of one coordinate, or of one whose positions may be given as one
        /// number.</summary>
        public Sequence Sequence(long last, ValueKind? kind = null, CancellationToken token = default(CancellationToken))
        {
            int asked = (int)(kind ?? ValueKindOf());
            uint[] cells = new uint[0];
            long low = 0;
            UIntPtr count = UIntPtr.Zero;
            while (AskForRoom(() => Native.bouton_sequence(handle, last, asked, cells.Length == 0 ? null : cells, (UIntPtr)(uint)cells.Length,
                ref low, ref count), token)) cells = new uint[checked((long)count.ToUInt64())];
            return new Sequence(low, cells);
        }

        /// <summary>The same, on a thread of its own.</summary>
        public Task<Sequence> SequenceAsync(long last, ValueKind? kind = null, CancellationToken token = default(CancellationToken))
        {
            return Runtime.Start(() => Sequence(last, kind, token), token);
        }

        /// <summary>The period that the values up to `last` show, with the theorem that proves it where one does; null: they show
        /// none.</summary>
        public Period Period(long last, ValueKind? kind = null, CancellationToken token = default(CancellationToken))
        {
            int asked = (int)(kind ?? ValueKindOf());
            Native.Period found = new Native.Period { Size = (UIntPtr)(uint)System.Runtime.InteropServices.Marshal.SizeOf(typeof(Native.Period)) };
            if (runtime.Ask(() => Native.bouton_sequence_period(handle, last, asked, ref found), token) == Native.Unknown) return null;
            int length = Array.IndexOf(found.Theorem, (byte)0);
            string theorem = System.Text.Encoding.UTF8.GetString(found.Theorem, 0, length < 0 ? found.Theorem.Length : length);
            return new Period(found.Preperiod, found.Length, found.Saltus, found.CheckedTo, found.Proved != 0 ? theorem : null);
        }

        /// <summary>The misère quotient of heaps up to `last`, of a game of one coordinate.</summary>
        public Quotient Quotient(long last, CancellationToken token = default(CancellationToken))
        {
            return new Quotient(AskJson((ref IntPtr json) => Native.bouton_quotient(handle, last, ref json), token));
        }

        /// <summary>The same, on a thread of its own.</summary>
        public Task<Quotient> QuotientAsync(long last, CancellationToken token = default(CancellationToken))
        {
            return Runtime.Start(() => Quotient(last, token), token);
        }

        /// <summary>A theorem about the P-positions of every size, found from a table and proved. `piles` is how many piles it is about in a
        /// game of any number of them, 0 for as many as its example has; `value`: about the positions of each Grundy value to this,
        /// too; `steps`, of work on automata, 0 for some minutes of it.</summary>
        public Theorem Theorem(ulong piles = 0, ulong value = 0, ulong steps = 0, CancellationToken token = default(CancellationToken))
        {
            return new Theorem(AskJson((ref IntPtr json) => Native.bouton_theorem(handle, piles, value, steps, ref json), token));
        }

        /// <summary>The same, on a thread of its own.</summary>
        public Task<Theorem> TheoremAsync(ulong piles = 0, ulong value = 0, ulong steps = 0, CancellationToken token = default(CancellationToken))
        {
            return Runtime.Start(() => Theorem(piles, value, steps, token), token);
        }

        /// <summary>What is proved of all positions, and conjectures from tables, each with what it was checked on. Tables go
        /// <paramref name="further"/> times as far as usual, 1 to 64.</summary>
        public Discovery Discover(ulong piles = 0, ulong further = 1, CancellationToken token = default(CancellationToken))
        {
            return new Discovery(AskJson((ref IntPtr json) => further == 1
                ? Native.bouton_discover(handle, piles, ref json)
                : Native.bouton_discover_further(handle, piles, further, ref json), token));
        }

        /// <summary>The same, on a thread of its own.</summary>
        public Task<Discovery> DiscoverAsync(ulong piles = 0, ulong further = 1,
                                             CancellationToken token = default(CancellationToken))
        {
            return Runtime.Start(() => Discover(piles, further, token), token);
        }

        /// <summary>Every fast way against the reference, and the claims of the rule file, in a box, or in a small one where none is
        /// given.</summary>
        public Verification Verify(Bounds[] box = null, CancellationToken token = default(CancellationToken))
        {
            long[] low, high;
            Corners(box ?? new Bounds[0], out low, out high);
            return new Verification(AskJson((ref IntPtr json) => Native.bouton_verify(handle, low, high, (UIntPtr)(uint)low.Length, ref json), token));
        }

        /// <summary>The same, on a thread of its own.</summary>
        public Task<Verification> VerifyAsync(Bounds[] box = null, CancellationToken token = default(CancellationToken))
        {
            return Runtime.Start(() => Verify(box, token), token);
        }

        /// <summary>The values of a box in which at most two coordinates vary, as a map in SVG.</summary>
        public string DrawTable(ValueKind kind, Bounds[] box, CancellationToken token = default(CancellationToken))
        {
            long[] low, high;
            Corners(box, out low, out high);
            return runtime.AskTexts((ref IntPtr svg) => Native.bouton_draw_table(handle, low, high, (UIntPtr)(uint)low.Length, (int)kind, ref svg), token)[0];
        }

        /// <summary>The values of heaps up to `last` as dots, in SVG.</summary>
        public string DrawSequence(long last, ValueKind? kind = null, CancellationToken token = default(CancellationToken))
        {
            int asked = (int)(kind ?? ValueKindOf());
            return runtime.AskTexts((ref IntPtr svg) => Native.bouton_draw_sequence(handle, last, asked, ref svg), token)[0];
        }

        /// <summary>The automata of a theorem, of at most 150 states each, in SVG; null where no theorem is proved, or none by
        /// automata.</summary>
        public string DrawTheorem(ulong piles = 0, ulong value = 0, ulong steps = 0, CancellationToken token = default(CancellationToken))
        {
            string[] texts = runtime.AskTexts((ref IntPtr list) => Native.bouton_draw_theorem(handle, piles, value, steps, ref list), token);
            return texts.Length > 1 ? texts[1] : null;
        }

        /// <summary>The bounds of a box from the least values that the game has to these.</summary>
        public Bounds[] Box(params long[] most)
        {
            if (most == null) throw new ArgumentNullException("most");
            Bounds[] box = new Bounds[most.Length];
            int last = Coordinates.Length - 1;
            for (int i = 0; i < box.Length; ++i) box[i] = new Bounds(Range(Math.Min(i, last)).Least, most[i]);
            return box;
        }

        /// <summary>Destroys the game now. Positions that were made of it stay.</summary>
        public void Dispose()
        {
            handle.Dispose();
        }

        /// <summary>The name.</summary>
        public override string ToString()
        {
            return Name;
        }

        private ValueKind ValueKindOf()
        {
            return Play == Play.Normal && Blocking == 0 ? ValueKind.Grundy : ValueKind.Outcome;
        }

        private Json AskJson(Runtime.Giver question, CancellationToken token)
        {
            return Json.Parse(runtime.AskTexts(question, token)[0]);
        }

        /// <summary>Whether a question needs more room than it was given; else it is answered.</summary>
        private bool AskForRoom(Func<int> question, CancellationToken token)
        {
            int status = Native.Ok;
            runtime.Ask(() =>
            {
                status = question();
                return status == Native.ErrorSpace ? Native.Ok : status;
            }, token);
            return status == Native.ErrorSpace;
        }

        private void Corners(Bounds[] box, out long[] low, out long[] high)
        {
            if (box == null) throw new ArgumentNullException("box");
            low = new long[box.Length];
            high = new long[box.Length];
            for (int i = 0; i < box.Length; ++i)
            {
                low[i] = box[i].Least;
                high[i] = box[i].Most;
            }
            int? dimensions = Dimensions;
            if (box.Length > 0 && dimensions != null && dimensions != box.Length)
                throw new RequestException("the box has " + box.Length + " ranges, but " + Name + " has the coordinates " + string.Join(", ", Coordinates));
        }
    }
}
