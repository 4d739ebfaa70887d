using System;

namespace Bouton
{
    /// <summary>Who wins.</summary>
    public enum Outcome
    {
        /// <summary>The previous player wins: the player to move loses.</summary>
        P = 0,
        /// <summary>The next player wins: the player to move wins.</summary>
        N = 1,
        /// <summary>Neither can force a win.</summary>
        Draw = 2
    }

    /// <summary>Who wins when no move is left.</summary>
    public enum Play
    {
        /// <summary>Who cannot move loses.</summary>
        Normal = 0,
        /// <summary>Who cannot move wins.</summary>
        Misere = 1,
        /// <summary>What the rule file says, which may differ from one last position to another.</summary>
        ByPosition = 2
    }

    /// <summary>What a table or a sequence holds.</summary>
    public enum ValueKind
    {
        /// <summary>Grundy values.</summary>
        Grundy = 0,
        /// <summary>Outcomes, as the numbers of <see cref="Bouton.Outcome"/>.</summary>
        Outcome = 1,
        /// <summary>How many moves are still played when the winner hastens and the loser delays.</summary>
        Remoteness = 2,
        /// <summary>How many moves are played when the winner delays and the loser hastens.</summary>
        Suspense = 3,
        /// <summary>The most moves that both sides can make together.</summary>
        Longest = 4
    }

    /// <summary>What is known of a position.</summary>
    public struct Value
    {
        internal Value(Outcome outcome, long? grundy, long? remoteness) : this()
        {
            Outcome = outcome;
            Grundy = grundy;
            Remoteness = remoteness;
        }

        /// <summary>Who wins. Of a position that a move leads to: P if the move wins.</summary>
        public Outcome Outcome { get; private set; }

        /// <summary>The Grundy value; null where there is none, where it is infinite or beyond 63 bits.</summary>
        public long? Grundy { get; private set; }

        /// <summary>The remoteness; null of a draw, and where it is not known.</summary>
        public long? Remoteness { get; private set; }
    }

    /// <summary>The least and the greatest value of a coordinate, both included.</summary>
    public struct Bounds
    {
        /// <summary>From `least` to `most`, both included.</summary>
        public Bounds(long least, long most) : this()
        {
            Least = least;
            Most = most;
        }

        /// <summary>The least value.</summary>
        public long Least { get; private set; }

        /// <summary>The greatest value.</summary>
        public long Most { get; private set; }
    }

    /// <summary>The period of a sequence: value(n + Length) = value(n) + Saltus for all heaps n from Preperiod on.</summary>
    public sealed class Period
    {
        internal Period(long preperiod, long length, long saltus, long checkedTo, string theorem)
        {
            Preperiod = preperiod;
            Length = length;
            Saltus = saltus;
            CheckedTo = checkedTo;
            Theorem = theorem;
        }

        internal static Period Of(Json answer)
        {
            if (answer == null || answer.IsNull) return null;
            return new Period(answer["preperiod"].AsLong(), answer["period"].AsLong(), answer["saltus"].AsLong(),
                answer["checked_to"].AsLong(), answer["proved"].AsBool() ? answer["theorem"].AsString() : null);
        }

        /// <summary>The first heap of the periodic part.</summary>
        public long Preperiod { get; private set; }

        /// <summary>The period.</summary>
        public long Length { get; private set; }

        /// <summary>What a period adds to the values.</summary>
        public long Saltus { get; private set; }

        /// <summary>The last heap whose value was looked at.</summary>
        public long CheckedTo { get; private set; }

        /// <summary>What proves it; null where it was seen to <see cref="CheckedTo"/> alone, and may end behind it.</summary>
        public string Theorem { get; private set; }
    }

    /// <summary>The values of a box of positions.</summary>
    public sealed class Table
    {
        /// <summary>The entry of a position that is not valid.</summary>
        public const long None = -1;

        /// <summary>The entry of an infinite nimber, of the remoteness of a draw, and of play that need not end.</summary>
        public const long Infinite = -2;

        private readonly long[] low;
        private readonly long[] high;

        internal Table(long[] low, long[] high, ValueKind kind, uint[] cells)
        {
            this.low = low;
            this.high = high;
            Kind = kind;
            Cells = cells;
        }

        /// <summary>What the table holds.</summary>
        public ValueKind Kind { get; private set; }

        /// <summary>The cells as the library wrote them, the last coordinate fastest; 0xFFFFFFFF is <see cref="None"/>, 0xFFFFFFFE is
        /// <see cref="Infinite"/>.</summary>
        public uint[] Cells { get; private set; }

        /// <summary>How many coordinates the positions have.</summary>
        public int Dimensions { get { return low.Length; } }

        /// <summary>The bounds of a coordinate.</summary>
        public Bounds BoundsOf(int coordinate)
        {
            return new Bounds(low[coordinate], high[coordinate]);
        }

        /// <summary>The value of a position of the box.</summary>
        public long this[params long[] position]
        {
            get
            {
                if (position.Length != low.Length) throw new ArgumentException("a position of this table has " + low.Length + " coordinates");
                long index = 0;
                for (int i = 0; i < low.Length; ++i)
                {
                    if (position[i] < low[i] || position[i] > high[i]) throw new ArgumentOutOfRangeException("position");
                    index = index * (high[i] - low[i] + 1) + (position[i] - low[i]);
                }
                return ValueOf(Cells[index]);
            }
        }

        /// <summary>The values of a table in two coordinates as a grid, [0, 0] being that of the least corner.</summary>
        public long[,] ToGrid()
        {
            if (low.Length != 2) throw new InvalidOperationException("a grid needs two coordinates, this table has " + low.Length);
            long[,] grid = new long[high[0] - low[0] + 1, high[1] - low[1] + 1];
            long index = 0;
            for (long row = 0; row < grid.GetLongLength(0); ++row)
                for (long column = 0; column < grid.GetLongLength(1); ++column) grid[row, column] = ValueOf(Cells[index++]);
            return grid;
        }

        internal static long ValueOf(uint cell)
        {
            return cell >= uint.MaxValue - 1 ? cell - 0x100000000L : cell;
        }
    }

    /// <summary>The values of heaps.</summary>
    public sealed class Sequence
    {
        internal Sequence(long low, uint[] cells)
        {
            Low = low;
            Values = new long[cells.Length];
            for (int i = 0; i < cells.Length; ++i) Values[i] = Table.ValueOf(cells[i]);
        }

        /// <summary>The first heap.</summary>
        public long Low { get; private set; }

        /// <summary>The values, that of heap <see cref="Low"/> first; <see cref="Table.None"/> and <see cref="Table.Infinite"/> as in
        /// tables.</summary>
        public long[] Values { get; private set; }

        /// <summary>The value of a heap.</summary>
        public long this[long heap]
        {
            get
            {
                if (heap < Low || heap - Low >= Values.Length) throw new ArgumentOutOfRangeException("heap");
                return Values[heap - Low];
            }
        }
    }
}
