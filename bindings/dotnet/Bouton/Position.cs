using System;
using System.Collections.Generic;
using System.Text;
using System.Threading;
using System.Threading.Tasks;

namespace Bouton
{
    /// <summary>A move: what replaces one component of a position.</summary>
    public sealed class Move
    {
        private readonly Runtime runtime;
        private readonly MovesHandle moves;
        private readonly UIntPtr index;

        internal Move(Runtime runtime, MovesHandle moves, int number)
        {
            this.runtime = runtime;
            this.moves = moves;
            index = (UIntPtr)(uint)number;
            Label = Texts.Of(Native.bouton_move_label(moves, index));
            Component = (int)Native.bouton_move_component(moves, index).ToUInt32();
            Kind = Native.bouton_move_kind(moves, index);
            To = new string[Native.bouton_move_parts(moves, index).ToUInt32()];
            for (int i = 0; i < To.Length; ++i)
            {
                UIntPtr part = (UIntPtr)(uint)i;
                To[i] = Texts.Read((byte[] text, UIntPtr capacity, ref UIntPtr length) =>
                    Native.bouton_move_text(moves, index, part, text, capacity, ref length));
            }
            Native.Value known = new Native.Value { Size = (UIntPtr)(uint)System.Runtime.InteropServices.Marshal.SizeOf(typeof(Native.Value)) };
            if (Status.Check(Native.bouton_move_value(moves, index, ref known)) == Native.Unknown) return;
            Value = new Value((Outcome)known.Outcome, known.HasGrundy != 0 ? known.Grundy : (long?)null,
                known.Remoteness >= 0 ? known.Remoteness : (long?)null);
        }

        /// <summary>The kind of move; "" where it has no name.</summary>
        public string Label { get; private set; }

        /// <summary>0 for an ordinary move; 1 where the same player moves again; 2 where the opponent must answer in the component.</summary>
        public int Kind { get; private set; }

        /// <summary>The number of the component that it replaces.</summary>
        public int Component { get; private set; }

        /// <summary>The positions that replace it, each as its coordinates joined by commas, or as its text: one, or another number after a
        /// split.</summary>
        public string[] To { get; private set; }

        /// <summary>What is known of the position that it leads to; of moves from <see cref="Position.Moves"/> alone.</summary>
        public Value? Value { get; private set; }

        /// <summary>What the move does in each component that it moves in, such as "in component 0: horizontal to 4,7": in a compound
        /// perhaps in several; empty of a move that splits.</summary>
        public string[] Parts()
        {
            IntPtr json = IntPtr.Zero;
            Status.Check(Native.bouton_move_json(moves, index, ref json));
            return Reason.PartsOf(Json.Parse(Texts.ListOf(json)[0]));
        }

        internal MovesHandle Listed { get { return moves; } }

        internal UIntPtr Number { get { return index; } }

        internal bool LeadsWhere(Move other)
        {
            if (other == null || Component != other.Component || To.Length != other.To.Length) return false;
            for (int i = 0; i < To.Length; ++i)
                if (To[i] != other.To[i]) return false;
            return true;
        }

        /// <summary>The whole position after the move.</summary>
        public Position After()
        {
            IntPtr position = IntPtr.Zero;
            Status.Check(Native.bouton_move_make(moves, index, ref position));
            return new Position(runtime, new PositionHandle(position));
        }

        /// <summary>Such as "horizontal to 4,7".</summary>
        public override string ToString()
        {
            StringBuilder text = new StringBuilder(Label.Length > 0 ? Label + " to " : "to ");
            for (int i = 0; i < To.Length; ++i) text.Append(i > 0 ? " + " : "").Append(To[i].Length > 0 ? To[i] : "()");
            return To.Length > 0 ? text.ToString() : text.Append("nothing").ToString();
        }
    }

    /// <summary>A position of a game, or the disjunctive sum of several. It never changes, and keeps the rules that its game had when it
    /// was made.</summary>
    public sealed class Position : IDisposable
    {
        private readonly Runtime runtime;
        private readonly PositionHandle handle;

        internal Position(Runtime runtime, PositionHandle handle)
        {
            this.runtime = runtime;
            this.handle = handle;
        }

        internal PositionHandle Handle { get { return handle; } }

        /// <summary>How many positions are side by side: 1, unless it is a sum or a move has split it.</summary>
        public int Components { get { return (int)Native.bouton_position_components(handle).ToUInt32(); } }

        /// <summary>Whether the player to move must move in one component of the position.</summary>
        public bool IsObliged { get { return Native.bouton_position_obliged(handle) >= 0; } }

        /// <summary>A component's coordinates joined by commas; where positions are not numbers, its text.</summary>
        public string Text(int component = 0)
        {
            UIntPtr index = Index(component);
            return Texts.Read((byte[] text, UIntPtr capacity, ref UIntPtr length) => Native.bouton_position_text(handle, index, text, capacity, ref length));
        }

        /// <summary>The name of a component's game.</summary>
        public string GameName(int component = 0)
        {
            return Texts.Of(Native.bouton_position_game(handle, Index(component)));
        }

        /// <summary>A component as the rule file shows it to people.</summary>
        public string Show(int component = 0)
        {
            UIntPtr index = Index(component);
            return Texts.Read((byte[] text, UIntPtr capacity, ref UIntPtr length) => Native.bouton_position_show(handle, index, text, capacity, ref length));
        }

        /// <summary>A component's coordinates; null where one is beyond 64 bits.</summary>
        public long[] Coordinates(int component = 0)
        {
            UIntPtr index = Index(component);
            long[] found = new long[8];
            while (true)
            {
                UIntPtr count = UIntPtr.Zero;
                int status = Native.bouton_position_coordinates(handle, index, found, (UIntPtr)(uint)found.Length, ref count);
                if (status == Native.Unknown) return null;
                if (status != Native.ErrorSpace) Status.Check(status);
                Array.Resize(ref found, checked((int)count.ToUInt64()));
                if (status != Native.ErrorSpace) return found;
            }
        }

        /// <summary>The disjunctive sum: both are played side by side.</summary>
        public static Position operator +(Position one, Position other)
        {
            if (one == null || other == null) throw new ArgumentNullException(one == null ? "one" : "other");
            return one.runtime.Sum(one, other);
        }

        /// <summary>How its positions are played at once: "disjunctive" of a sum and of one position, else what
        /// <see cref="Runtime.Compound"/> was told.</summary>
        public string Way { get { return Texts.Of(Native.bouton_position_way(handle)); } }

        /// <summary>All moves, in the order of the rules, found by the rules alone. None: the game is over.</summary>
        public Move[] Options(CancellationToken token = default(CancellationToken))
        {
            return AskMoves((ref IntPtr moves) => Native.bouton_options(handle, ref moves), token);
        }

        /// <summary>All moves, each with the value of what it leads to: what a hint or an analysis shows.</summary>
        public Move[] Moves(CancellationToken token = default(CancellationToken))
        {
            return AskMoves((ref IntPtr moves) => Native.bouton_valued_moves(handle, ref moves), token);
        }

        /// <summary>The same, on a thread of its own.</summary>
        public Task<Move[]> MovesAsync(CancellationToken token = default(CancellationToken))
        {
            return Runtime.Start(() => Moves(token), token);
        }

        /// <summary>The moves that win, at most `most` of them; for coordinates of any size where the game has a formula.</summary>
        public Move[] WinningMoves(int most = 1000, CancellationToken token = default(CancellationToken))
        {
            bool complete;
            return WinningMoves(most, out complete, token);
        }

        /// <summary>The same; `complete` is false where there are more.</summary>
        public Move[] WinningMoves(int most, out bool complete, CancellationToken token = default(CancellationToken))
        {
            if (most < 0) throw new ArgumentOutOfRangeException("most");
            MovesHandle listed = AskList((ref IntPtr moves) => Native.bouton_winning_moves(handle, (UIntPtr)(uint)most, ref moves), token);
            complete = Native.bouton_moves_complete(listed) != 0;
            return MovesOf(listed);
        }

        /// <summary>The same, on a thread of its own.</summary>
        public Task<Move[]> WinningMovesAsync(int most = 1000, CancellationToken token = default(CancellationToken))
        {
            return Runtime.Start(() => WinningMoves(most, token), token);
        }

        /// <summary>The move of a player of this strength, from 0, chance, to 10, perfect. The same seed, the same move. Null: the game is
        /// over.</summary>
        public Move BestMove(int level = 10, ulong seed = 0, CancellationToken token = default(CancellationToken))
        {
            Move[] moves = AskMoves((ref IntPtr list) => Native.bouton_best_move(handle, level, seed, ref list), token);
            return moves.Length > 0 ? moves[0] : null;
        }

        /// <summary>The same, on a thread of its own.</summary>
        public Task<Move> BestMoveAsync(int level = 10, ulong seed = 0, CancellationToken token = default(CancellationToken))
        {
            return Runtime.Start(() => BestMove(level, seed, token), token);
        }

        /// <summary>The move of a player by name: "perfect", "random", "level:3", or a strategy of the rule file's own. Null: the game is
        /// over.</summary>
        public Move PlayerMove(string player, ulong seed = 0, CancellationToken token = default(CancellationToken))
        {
            byte[] name = Texts.To(player, "the player");
            Move[] moves = AskMoves((ref IntPtr list) => Native.bouton_player_move(handle, name, seed, ref list), token);
            return moves.Length > 0 ? moves[0] : null;
        }

        /// <summary>The same where these moves of this position may not be made, in a game that forbids some
        /// (<see cref="Game.Blocking"/>). Null: no move is left.</summary>
        public Move PlayerMove(string player, Move[] forbidden, ulong seed = 0, CancellationToken token = default(CancellationToken))
        {
            if (forbidden == null || forbidden.Length == 0) return PlayerMove(player, seed, token);
            byte[] name = Texts.To(player, "the player");
            using (MovesHandle picked = Picked(forbidden, token))
            {
                Move[] moves = AskMoves((ref IntPtr list) => Native.bouton_player_move_but(picked, name, seed, ref list), token);
                return moves.Length > 0 ? moves[0] : null;
            }
        }

        /// <summary>What this player, who does not move, forbids before the other one moves; none in games that forbid
        /// nothing.</summary>
        public Move[] PlayerForbids(string player = "perfect", ulong seed = 0, CancellationToken token = default(CancellationToken))
        {
            byte[] name = Texts.To(player, "the player");
            return AskMoves((ref IntPtr list) => Native.bouton_player_forbids(handle, name, seed, ref list), token);
        }

        /// <summary>A list of these moves alone.</summary>
        private MovesHandle Picked(Move[] moves, CancellationToken token)
        {
            Move[] options = Options(token);
            List<UIntPtr> numbers = new List<UIntPtr>();
            foreach (Move option in options)
                foreach (Move move in moves)
                    if (option.LeadsWhere(move)) numbers.Add(option.Number);
            if (numbers.Count != moves.Length)
                throw new ArgumentException("what is forbidden is not a move of this position, or is named twice", "forbidden");
            IntPtr picked = IntPtr.Zero;
            Status.Check(Native.bouton_moves_pick(options[0].Listed, numbers.ToArray(), (UIntPtr)(uint)numbers.Count, ref picked));
            return new MovesHandle(picked);
        }

        /// <summary>The same, on a thread of its own.</summary>
        public Task<Move> PlayerMoveAsync(string player, ulong seed = 0, CancellationToken token = default(CancellationToken))
        {
            return Runtime.Start(() => PlayerMove(player, seed, token), token);
        }

        /// <summary>Who has won a game that is over: N the player who would have to move, P the other. Null: it is not over.</summary>
        public Outcome? Result()
        {
            int outcome = 0;
            return Status.Check(Native.bouton_result(handle, ref outcome)) == Native.Unknown ? (Outcome?)null : (Outcome)outcome;
        }

        /// <summary>Who wins.</summary>
        public Outcome Outcome(CancellationToken token = default(CancellationToken))
        {
            int outcome = 0;
            runtime.Ask(() => Native.bouton_outcome(handle, ref outcome), token);
            return (Outcome)outcome;
        }

        /// <summary>The same, on a thread of its own.</summary>
        public Task<Outcome> OutcomeAsync(CancellationToken token = default(CancellationToken))
        {
            return Runtime.Start(() => Outcome(token), token);
        }

        /// <summary>The Grundy value, under normal play; null where it is infinite, beyond 63 bits, or not known by any way.</summary>
        public long? Grundy(CancellationToken token = default(CancellationToken))
        {
            long value = 0;
            return runtime.Ask(() => Native.bouton_grundy(handle, ref value), token) == Native.Unknown ? (long?)null : value;
        }

        /// <summary>The same, on a thread of its own.</summary>
        public Task<long?> GrundyAsync(CancellationToken token = default(CancellationToken))
        {
            return Runtime.Start(() => Grundy(token), token);
        }

        /// <summary>The Grundy value as a decimal number of any size, or "infinity(0,2)": infinity with the finite values among its options;
        /// null where it is not known by any way.</summary>
        public string GrundyText(CancellationToken token = default(CancellationToken))
        {
            return Texts.Read((byte[] text, UIntPtr capacity, ref UIntPtr length) => Native.bouton_grundy_text(handle, text, capacity, ref length),
                call => runtime.Ask(call, token));
        }

        /// <summary>How many moves are still played when the winner hastens and the loser delays; null of a draw, and where it is not
        /// known.</summary>
        public long? Remoteness(CancellationToken token = default(CancellationToken))
        {
            long moves = 0;
            return runtime.Ask(() => Native.bouton_remoteness(handle, ref moves), token) == Native.Unknown ? (long?)null : moves;
        }

        /// <summary>The same, on a thread of its own.</summary>
        public Task<long?> RemotenessAsync(CancellationToken token = default(CancellationToken))
        {
            return Runtime.Start(() => Remoteness(token), token);
        }

        /// <summary>How many moves are played when the winner delays and the loser hastens; null of a draw. Play comes to an
        /// end.</summary>
        public long? Suspense(CancellationToken token = default(CancellationToken))
        {
            long moves = 0;
            return runtime.Ask(() => Native.bouton_suspense(handle, ref moves), token) == Native.Unknown ? (long?)null : moves;
        }

        /// <summary>The longest play: the most moves that both sides can make together; null where play need not end.</summary>
        public long? Longest(CancellationToken token = default(CancellationToken))
        {
            long moves = 0;
            return runtime.Ask(() => Native.bouton_longest(handle, ref moves), token) == Native.Unknown ? (long?)null : moves;
        }

        /// <summary>The outcome, at most `most` winning moves, which way answered, and Grundy value and remoteness where these are found
        /// beside them, in a second or so.</summary>
        public Solution Solve(int most = 1000, CancellationToken token = default(CancellationToken))
        {
            if (most < 0) throw new ArgumentOutOfRangeException("most");
            return new Solution(AskJson((ref IntPtr json) => Native.bouton_solve(handle, (UIntPtr)(uint)most, ref json), token));
        }

        /// <summary>The same, on a thread of its own.</summary>
        public Task<Solution> SolveAsync(int most = 1000, CancellationToken token = default(CancellationToken))
        {
            return Runtime.Start(() => Solve(most, token), token);
        }

        /// <summary>Why the position is won, lost or drawn, in sentences that end in a winning move.</summary>
        public Reason Why(CancellationToken token = default(CancellationToken))
        {
            return new Reason(AskJson((ref IntPtr json) => Native.bouton_why(handle, ref json), token));
        }

        /// <summary>The same, on a thread of its own.</summary>
        public Task<Reason> WhyAsync(CancellationToken token = default(CancellationToken))
        {
            return Runtime.Start(() => Why(token), token);
        }

        /// <summary>Genus, misère Grundy value and misère outcome.</summary>
        public Genus Genus(CancellationToken token = default(CancellationToken))
        {
            return new Genus(AskJson((ref IntPtr json) => Native.bouton_genus(handle, ref json), token));
        }

        /// <summary>The misère quotient of all that can be reached from here; the components are of one game.</summary>
        public Quotient Quotient(CancellationToken token = default(CancellationToken))
        {
            return new Quotient(AskJson((ref IntPtr json) => Native.bouton_quotient_below(handle, ref json), token));
        }

        /// <summary>The positions below this one and the moves between them. <see cref="LimitException"/>: they are more than
        /// `most`.</summary>
        public Graph Graph(ulong most = 1000000, CancellationToken token = default(CancellationToken))
        {
            return new Graph(AskJson((ref IntPtr json) => Native.bouton_graph(handle, most, ref json), token));
        }

        /// <summary>The same, on a thread of its own.</summary>
        public Task<Graph> GraphAsync(ulong most = 1000000, CancellationToken token = default(CancellationToken))
        {
            return Runtime.Start(() => Graph(most, token), token);
        }

        /// <summary>The graph in SVG, of at most 150 positions.</summary>
        public string DrawGraph(ulong most = 150, CancellationToken token = default(CancellationToken))
        {
            return runtime.AskTexts((ref IntPtr svg) => Native.bouton_draw_graph(handle, most, ref svg), token)[0];
        }

        /// <summary>Many games from here, two players moving first in turn; all chance comes from `seed`. Players are named as for
        /// <see cref="PlayerMove(string, ulong, CancellationToken)"/>.</summary>
        public Match Match(string player, string other, ulong games = 1000, ulong seed = 1, CancellationToken token = default(CancellationToken))
        {
            byte[] one = Texts.To(player, "the player"), two = Texts.To(other, "the other player");
            return new Match(AskJson((ref IntPtr json) => Native.bouton_match(handle, one, two, games, seed, ref json), token));
        }

        /// <summary>The same, on a thread of its own.</summary>
        public Task<Match> MatchAsync(string player, string other, ulong games = 1000, ulong seed = 1,
            CancellationToken token = default(CancellationToken))
        {
            return Runtime.Start(() => Match(player, other, games, seed, token), token);
        }

        /// <summary>Destroys the position now.</summary>
        public void Dispose()
        {
            handle.Dispose();
        }

        /// <summary>Such as "wythoff 7,9 + kayles 12".</summary>
        public override string ToString()
        {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < Components; ++i)
                text.Append(i > 0 ? " + " : "").Append(GameName(i)).Append(' ').Append(Text(i).Length > 0 ? Text(i) : "()");
            return text.Length > 0 ? text.ToString() : "nothing";
        }

        private UIntPtr Index(int component)
        {
            if (component < 0 || component >= Components) throw new ArgumentOutOfRangeException("component");
            return (UIntPtr)(uint)component;
        }

        private Json AskJson(Runtime.Giver question, CancellationToken token)
        {
            return Json.Parse(runtime.AskTexts(question, token)[0]);
        }

        /// <summary>A list of moves; null where there is none.</summary>
        private MovesHandle AskList(Runtime.Giver question, CancellationToken token)
        {
            IntPtr pointer = IntPtr.Zero;
            int status = runtime.Ask(() => question(ref pointer), token);
            return status == Native.Unknown ? null : new MovesHandle(pointer);
        }

        private Move[] AskMoves(Runtime.Giver question, CancellationToken token)
        {
            MovesHandle listed = AskList(question, token);
            return listed == null ? new Move[0] : MovesOf(listed);
        }

        private Move[] MovesOf(MovesHandle listed)
        {
            Move[] moves = new Move[checked((int)Native.bouton_moves_size(listed).ToUInt64())];
            for (int i = 0; i < moves.Length; ++i) moves[i] = new Move(runtime, listed, i);
            return moves;
        }
    }
}
