using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using Bouton;

/// <summary>The questions of questions.tsv, asked of the assembly for C#: Questions.exe QUESTIONS.</summary>
internal static class Questions
{
    private static readonly Runtime Asked = new Runtime();

    /// <summary>A position: components of the game, and of other games behind a +.</summary>
    private static Position Of(Game game, string text)
    {
        List<Position> parts = new List<Position>();
        string[] groups = text.Split(new[] { " + " }, StringSplitOptions.None);
        for (int i = 0; i < groups.Length; ++i)
        {
            string[] words = groups[i].Split(' ');
            Game about = i == 0 ? game : Asked.Load(words[0]);
            parts.AddRange(words.Skip(i == 0 ? 0 : 1).Select(word => about.Position(word)));
        }
        return parts.Aggregate((one, other) => one + other);
    }

    private static Bounds[] Box(string text)
    {
        return text.Split(' ').Select(word => word.Split(':')).Select(ends => new Bounds(long.Parse(ends[0]), long.Parse(ends[1]))).ToArray();
    }

    private static ValueKind Kind(string name)
    {
        return (ValueKind)Enum.Parse(typeof(ValueKind), name, true);
    }

    private static string Cells(uint[] cells)
    {
        return string.Join(" ", cells.Select(cell => cell >= uint.MaxValue - 1 ? (long)cell - (1L << 32) : cell));
    }

    private static string Name(Outcome outcome)
    {
        return outcome == Outcome.Draw ? "draw" : outcome.ToString();
    }

    private static string Statements(string[] found)
    {
        return found.Length == 0 ? "none" : string.Join(" | ", found);
    }

    private static string Lines(string[] sentences)
    {
        return string.Join(" | ", sentences.SelectMany(text => text.Split('\n')).Select(line => line.Trim()).Where(line => line != ""));
    }

    private static string OfPosition(string verb, Position position, string[] more)
    {
        switch (verb)
        {
            case "outcome": return Name(position.Outcome());
            case "grundy": return position.GrundyText() ?? "unknown";
            case "remoteness": return position.Remoteness().HasValue ? position.Remoteness().ToString() : "unknown";
            case "longest": return position.Longest().HasValue ? position.Longest().ToString() : "unknown";
            case "winning":
                Move[] moves = position.WinningMoves();
                return moves.Length == 0 ? "none" : string.Join("; ", moves.Select(move => move.ToString()));
            case "why": return Lines(position.Why().Sentences);
            case "genus":
                Genus genus = position.Genus();
                return genus.Text + " " + Name(genus.Outcome);
            case "graph":
                Graph graph = position.Graph();
                return graph.Edges.Length + " " + string.Join(" ", graph.Nodes.Select(node => node.Grundy ?? "unknown"));
            case "match":
                Match match = position.Match(more[0], more[1], ulong.Parse(more[2]), ulong.Parse(more[3]));
                return match.Wins(0) + " " + match.Wins(1) + " " + match.Draws;
            default: throw new ArgumentException("no door knows the question " + verb);
        }
    }

    private static string Answer(string verb, Game game, string[] given)
    {
        switch (verb)
        {
            case "title": return game.Title;
            case "verify": return game.Verify(Box(given[0])).Same ? "same" : "different";
            case "positions": return string.Join(" ", game.PPositions(Box(given[0])).Select(found => string.Join(",", found)));
            case "count":
                Counted counted = game.Count(Box(given[0]), given[1] == "-" ? null : given[1], ulong.Parse(given[2]), given[3] == "1",
                    ulong.Parse(given[4]));
                return counted.CountText + " " + (counted.TotalText ?? "unknown");
            case "table": return Cells(game.Table(Kind(given[0]), Box(given[1])).Cells);
            case "sequence": return string.Join(" ", game.Sequence(long.Parse(given[1]), Kind(given[0])).Values);
            case "period":
                Period period = game.Period(long.Parse(given[0]));
                return period == null ? "unknown" : period.Preperiod + " " + period.Length + " " + period.Saltus + " " + (period.Theorem ?? "seen");
            case "quotient":
                Quotient quotient = game.Quotient(long.Parse(given[0]));
                return quotient.Order + " " + quotient.Text;
            case "theorem": return game.Theorem(ulong.Parse(given[0])).Statement ?? "unknown";
            case "discover":
                Discovery discovery = game.Discover(ulong.Parse(given[0]));
                return Statements(discovery.Theorems) + " ? " + Statements(discovery.Conjectures);
            default: return OfPosition(verb, Of(game, given[0]), given.Skip(1).ToArray());
        }
    }

    private static void Main(string[] arguments)
    {
        StreamWriter output = new StreamWriter(Console.OpenStandardOutput());  // in UTF-8
        foreach (string line in File.ReadLines(arguments[0]).Where(line => !line.StartsWith("#")))
        {
            string[] fields = line.Split('\t');
            try
            {
                Dictionary<string, string> settings = fields[2] == "-" ? null :
                    fields[2].Split(' ').Select(text => text.Split('=')).ToDictionary(pair => pair[0], pair => pair[1]);
                output.WriteLine(Answer(fields[0], Asked.Load(fields[1], settings), fields.Skip(3).ToArray()));
            }
            catch (BoutonException error)
            {
                output.WriteLine("error " + error.Message);
            }
        }
        output.Flush();
        Asked.Dispose();
    }
}
