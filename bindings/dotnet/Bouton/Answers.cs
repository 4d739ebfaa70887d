using System.Collections.Generic;

namespace Bouton
{
    /// <summary>An answer of many parts. What is not a property of its own is in <see cref="Json"/>, which is what the command
    /// writes.</summary>
    public abstract class Answer
    {
        internal Answer(Json json)
        {
            Json = json;
        }

        /// <summary>The whole answer.</summary>
        public Json Json { get; private set; }

        internal static Outcome OutcomeOf(Json name)
        {
            string text = name.AsString();
            return text == "N" ? Outcome.N : text == "P" ? Outcome.P : Outcome.Draw;
        }

        internal static string[] TextsOf(Json list)
        {
            List<string> texts = new List<string>();
            foreach (Json entry in list.Entries) texts.Add(entry.AsString());
            return texts.ToArray();
        }

        /// <summary>A position as it would be typed: its entries joined by commas, or its text.</summary>
        internal static string PositionOf(Json position)
        {
            return position.IsArray ? string.Join(",", TextsOf(position)) : position.AsString();
        }

        /// <summary>A Grundy value: a number, "infinity(0,2)", or null.</summary>
        internal static string NimberOf(Json value)
        {
            return value == null ? null : value.IsObject ? "infinity(" + PositionOf(value["infinity"]) + ")" : value.AsString();
        }

        /// <summary>The whole answer as JSON.</summary>
        public override string ToString()
        {
            return Json.ToString();
        }
    }

    /// <summary>All that <see cref="Position.Solve"/> finds.</summary>
    public sealed class Solution : Answer
    {
        internal Solution(Json json) : base(json) { }

        /// <summary>Who wins.</summary>
        public Outcome Outcome { get { return OutcomeOf(Json["outcome"]); } }

        /// <summary>The Grundy value as a text; null where there is none, or where it takes more than a second beside the outcome.</summary>
        public string Grundy { get { return NimberOf(Json["grundy"]); } }

        /// <summary>The remoteness; null of a draw, and where it is not known.</summary>
        public long? Remoteness { get { return Json["remoteness"].AsLongOrNull(); } }

        /// <summary>The winning moves, such as "horizontal to 4,7".</summary>
        public string[] WinningMoves
        {
            get
            {
                List<string> moves = new List<string>();
                foreach (Json move in Json["winning_moves"].Entries) moves.Add(Reason.MoveOf(move));
                return moves.ToArray();
            }
        }

        /// <summary>Whether these are all.</summary>
        public bool Complete { get { return Json["winning_moves_complete"].AsBool(); } }

        /// <summary>Where options are forbidden (<see cref="Game.Blocking"/>): what the player who does not move must forbid; null in other
        /// games.</summary>
        public string[] Forbid
        {
            get
            {
                if (Json["forbid"] == null || Json["forbid"].IsNull) return null;
                List<string> moves = new List<string>();
                foreach (Json move in Json["forbid"].Entries) moves.Add(Reason.MoveOf(move));
                return moves.ToArray();
            }
        }

        /// <summary>Which way answered.</summary>
        public string Solver { get { return Json["solver"].AsString(); } }

        /// <summary>The theorem that answered; null where none did.</summary>
        public string Theorem { get { return Json["theorem"] == null ? null : Json["theorem"].AsString(); } }
    }

    /// <summary>Why a position is won, lost or drawn.</summary>
    public sealed class Reason : Answer
    {
        internal Reason(Json json) : base(json) { }

        /// <summary>Who wins.</summary>
        public Outcome Outcome { get { return OutcomeOf(Json["outcome"]); } }

        /// <summary>The sentences, the last of them a winning move where there is one.</summary>
        public string[] Sentences { get { return TextsOf(Json["reason"]); } }

        /// <summary>A winning move; null where there is none.</summary>
        public string Move { get { return Json["move"].IsNull ? null : MoveOf(Json["move"]); } }

        /// <summary>What a move does in single components, each as a text.</summary>
        internal static string[] PartsOf(Json move)
        {
            List<string> parts = new List<string>();
            if (move["parts"] == null)
            {
                if (new List<Json>(move["to"].Entries).Count == 1) parts.Add("in component " + move["component"].AsLong() + ": " + MoveOf(move));
                return parts.ToArray();
            }
            foreach (Json part in move["parts"].Entries)
            {
                string text = PositionOf(part["to"]);
                string label = part["label"].AsString();
                parts.Add("in component " + part["component"].AsLong() + ": " + (string.IsNullOrEmpty(label) ? "to " : label + " to ")
                    + (text.Length > 0 ? text : "()"));
            }
            return parts.ToArray();
        }

        internal static string MoveOf(Json move)
        {
            if (move["parts"] != null) return string.Join("; ", PartsOf(move));
            List<string> parts = new List<string>();
            foreach (Json part in move["to"].Entries)
            {
                string text = PositionOf(part);
                parts.Add(text.Length > 0 ? text : "()");
            }
            string to = parts.Count > 0 ? string.Join(" + ", parts) : "nothing";
            string label = move["label"].AsString();
            return string.IsNullOrEmpty(label) ? "to " + to : label + " to " + to;
        }
    }

    /// <summary>What misère play knows of a position.</summary>
    public sealed class Genus : Answer
    {
        internal Genus(Json json) : base(json) { }

        /// <summary>The genus as it is written, "2^20".</summary>
        public string Text { get { return Json["genus"].AsString(); } }

        /// <summary>The Grundy value under normal play.</summary>
        public long Grundy { get { return Json["grundy"].AsLong(); } }

        /// <summary>The misère Grundy value.</summary>
        public long MisereGrundy { get { return Json["misere_grundy"].AsLong(); } }

        /// <summary>Whether the position is tame.</summary>
        public bool Tame { get { return Json["tame"].AsBool(); } }

        /// <summary>Who wins under misère play.</summary>
        public Outcome Outcome { get { return OutcomeOf(Json["outcome"]); } }
    }

    /// <summary>A misère quotient. Its generators, relations and values are members of <see cref="Answer.Json"/>.</summary>
    public sealed class Quotient : Answer
    {
        internal Quotient(Json json) : base(json) { }

        /// <summary>The presentation as it is written.</summary>
        public string Text { get { return Json["text"].AsString(); } }

        /// <summary>How many elements it has.</summary>
        public long Order { get { return Json["order"].AsLong(); } }

        /// <summary>Why it was given up before the last heap; null: it was not.</summary>
        public string GivenUp { get { return Json["given_up"].AsString(); } }
    }

    /// <summary>What <see cref="Game.Verify"/> compared.</summary>
    public sealed class Verification : Answer
    {
        internal Verification(Json json) : base(json) { }

        /// <summary>Whether everything is the same.</summary>
        public bool Same { get { return Json["same"].AsBool(); } }

        /// <summary>The first difference of each comparison that has one.</summary>
        public string[] Differences
        {
            get
            {
                List<string> found = new List<string>();
                foreach (Json check in Json["checks"].Entries)
                    if (!check["difference"].IsNull) found.Add(check["check"].AsString() + ": " + check["difference"].AsString());
                return found.ToArray();
            }
        }
    }

    /// <summary>How many P-positions there are: <see cref="Game.Count"/>.</summary>
    public sealed class Counted : Answer
    {
        internal Counted(Json json) : base(json) { }

        /// <summary>Their number. Throws <see cref="System.OverflowException"/> where it is beyond 64 bits.</summary>
        public long Count { get { return Json["count"].AsLong(); } }

        /// <summary>Their number as a decimal number of any size.</summary>
        public string CountText { get { return Json["count"].AsString(); } }

        /// <summary>What the expression adds up to over them; null where none was given. Throws
        /// <see cref="System.OverflowException"/> where it is beyond 64 bits.</summary>
        public long? Total { get { return Json["total"] == null ? (long?)null : Json["total"].AsLong(); } }

        /// <summary>The same as a decimal number of any size.</summary>
        public string TotalText { get { return Json["total"] == null ? null : Json["total"].AsString(); } }

        /// <summary>The method that told it.</summary>
        public string By { get { return Json["by"].AsString(); } }
    }

    /// <summary>A position of a <see cref="Graph"/>.</summary>
    public sealed class Node
    {
        internal Node(Json json)
        {
            List<string> parts = new List<string>();
            foreach (Json part in json["position"].Entries) parts.Add(Answer.PositionOf(part));
            Position = parts.ToArray();
            Outcome = Answer.OutcomeOf(json["outcome"]);
            Grundy = Answer.NimberOf(json["grundy"]);
            Remoteness = json["remoteness"].AsLongOrNull();
        }

        /// <summary>Its components.</summary>
        public string[] Position { get; private set; }

        /// <summary>Who wins.</summary>
        public Outcome Outcome { get; private set; }

        /// <summary>The Grundy value as a text; null where there is none.</summary>
        public string Grundy { get; private set; }

        /// <summary>The remoteness; null of a draw.</summary>
        public long? Remoteness { get; private set; }
    }

    /// <summary>A move of a <see cref="Graph"/>.</summary>
    public sealed class Edge
    {
        internal Edge(Json json)
        {
            From = (int)json["from"].AsLong();
            To = (int)json["to"].AsLong();
            Label = json["label"].AsString();
        }

        /// <summary>The number of the position before.</summary>
        public int From { get; private set; }

        /// <summary>The number of the position after.</summary>
        public int To { get; private set; }

        /// <summary>The kind of move.</summary>
        public string Label { get; private set; }
    }

    /// <summary>The positions below one, and the moves between them.</summary>
    public sealed class Graph : Answer
    {
        internal Graph(Json json) : base(json)
        {
            List<Node> nodes = new List<Node>();
            foreach (Json node in json["nodes"].Entries) nodes.Add(new Node(node));
            Nodes = nodes.ToArray();
            List<Edge> edges = new List<Edge>();
            foreach (Json edge in json["edges"].Entries) edges.Add(new Edge(edge));
            Edges = edges.ToArray();
        }

        /// <summary>The positions; the first is the one that was asked about.</summary>
        public Node[] Nodes { get; private set; }

        /// <summary>The moves.</summary>
        public Edge[] Edges { get; private set; }
    }

    /// <summary>Many games between two players.</summary>
    public sealed class Match : Answer
    {
        internal Match(Json json) : base(json) { }

        /// <summary>How many games a player, 0 or 1, has won.</summary>
        public long Wins(int player)
        {
            return Json["players"][player]["wins"].AsLong();
        }

        /// <summary>How many of these it moved first in.</summary>
        public long WinsMovingFirst(int player)
        {
            return Json["players"][player]["wins_moving_first"].AsLong();
        }

        /// <summary>How many games nobody has won.</summary>
        public long Draws { get { return Json["draws"].AsLong(); } }
    }

    /// <summary>A theorem about positions of every size. Its sets are members of <see cref="Answer.Json"/>.</summary>
    public sealed class Theorem : Answer
    {
        internal Theorem(Json json) : base(json) { }

        /// <summary>Whether one is proved.</summary>
        public bool Proved { get { return Json["proved"].AsBool(); } }

        /// <summary>The theorem in words; null where none is proved.</summary>
        public string Statement { get { return Json["statement"].AsString(); } }

        /// <summary>Why none is proved; null where one is.</summary>
        public string Reason { get { return Json["reason"].AsString(); } }

        /// <summary>The numeration system that its automata read; null where it has none.</summary>
        public string NumerationSystem { get { return Json["system"].AsString(); } }
    }

    /// <summary>What is proved of a game, and what its tables suggest.</summary>
    public sealed class Discovery : Answer
    {
        internal Discovery(Json json) : base(json) { }

        /// <summary>Statements that are proved.</summary>
        public string[] Theorems { get { return Statements("theorems"); } }

        /// <summary>Statements that hold in tables, and may fail behind them.</summary>
        public string[] Conjectures { get { return Statements("conjectures"); } }

        /// <summary>The proved period of a game of one heap; null where none is.</summary>
        public Period Period { get { return Period.Of(Json["period"]); } }

        /// <summary>A command that looks at the conjectures in tables that go further; null where none is open.</summary>
        public string CheckFurther { get { return Json["check_further"].IsNull ? null : Json["check_further"].AsString(); } }

        private string[] Statements(string name)
        {
            List<string> found = new List<string>();
            foreach (Json entry in Json[name].Entries) found.Add(entry["statement"].AsString());
            return found.ToArray();
        }
    }

    /// <summary>What is found out about one game of a family.</summary>
    public sealed class SurveyRow
    {
        internal SurveyRow(Json json)
        {
            Json = json;
        }

        /// <summary>The whole row.</summary>
        public Json Json { get; private set; }

        /// <summary>The name of the game.</summary>
        public string Game { get { return Json["game"].AsString(); } }

        /// <summary>A parameter of it, as JSON; null where it has none of that name.</summary>
        public Json Parameter(string name)
        {
            return Json["params"][name];
        }

        /// <summary>The period of its heaps; null where none is known.</summary>
        public Period Period { get { return Period.Of(Json["period"]); } }

        /// <summary>What is proved of it; null where nothing is.</summary>
        public string Statement { get { return Json["statement"].AsString(); } }

        /// <summary>Why nothing is known; null where nothing is wrong.</summary>
        public string Error { get { return Json["error"].AsString(); } }
    }

    /// <summary>The games of a family, one after the other.</summary>
    public sealed class Survey : Answer
    {
        internal Survey(Json json) : base(json)
        {
            List<SurveyRow> rows = new List<SurveyRow>();
            foreach (Json row in json["rows"].Entries) rows.Add(new SurveyRow(row));
            Rows = rows.ToArray();
        }

        /// <summary>A row for each.</summary>
        public SurveyRow[] Rows { get; private set; }
    }
}
