using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Runtime.InteropServices;
using Regex = System.Text.RegularExpressions.Regex;
using RegexOptions = System.Text.RegularExpressions.RegexOptions;
using System.Threading;
using System.Threading.Tasks;
using Bouton;

/// <summary>Tests of the assembly: Tests.exe NAME runs the method of that name, whatever its capitals.</summary>
internal static class Tests
{
    private const string Subtraction =
        "return game {\n  position = { 'n' },\n  moves = function(n) for t = 1, math.min(n, 3) do move.take(n - t) end end,\n}\n";

    /// <summary>Nothing lifts its moves, and a search through them has no end in sight.</summary>
    private const string Endless = @"
        local seen = {}
        return game {
          position = { 'a', 'b', 'c', 'd', 'e' },
          moves = function(a, b, c, d, e)
            local p = { a, b, c, d, e }
            for i = 1, 5 do
              for t = 1, p[i] do
                local q = { a, b, c, d, e }
                q[i] = p[i] - t
                q[i % 5 + 1] = (q[i % 5 + 1] + tonumber(tostring(t))) % 50
                if q[i] > 0 then move(q[1], q[2], q[3], q[4], q[5]) end
              end
            end
          end,
        }";

    private static readonly string Source = Environment.GetEnvironmentVariable("BOUTON_SOURCE");
    private static int failures;

    private static void Check(bool condition, string what)
    {
        if (condition) return;
        Console.Error.WriteLine("not so: " + what);
        ++failures;
    }

    private static void Same<T>(T found, T expected, string what)
    {
        Check(EqualityComparer<T>.Default.Equals(found, expected), what + " is " + found + ", not " + expected);
    }

    private static void Throws<T>(Action action, string message) where T : Exception
    {
        try
        {
            action();
        }
        catch (T thrown)
        {
            Check(thrown.Message.Contains(message), "'" + thrown.Message + "' contains '" + message + "'");
            return;
        }
        catch (Exception thrown)
        {
            Check(false, thrown.GetType() + " is a " + typeof(T) + ": " + thrown.Message);
            return;
        }
        Check(false, "there is a " + typeof(T).Name);
    }

    private static string Joined<T>(IEnumerable<T> values)
    {
        return string.Join(" ", values);
    }

    /// <summary>The least number that is not among these.</summary>
    private static long Mex(IEnumerable<long> values)
    {
        HashSet<long> seen = new HashSet<long>(values);
        long mex = 0;
        while (seen.Contains(mex)) ++mex;
        return mex;
    }

    /// <summary>Wythoff's Grundy values by plain recursion.</summary>
    private static long[,] Wythoff(int size)
    {
        long[,] values = new long[size, size];
        for (int a = 0; a < size; ++a)
            for (int b = 0; b < size; ++b)
            {
                List<long> options = new List<long>();
                for (int t = 1; t <= a; ++t) options.Add(values[a - t, b]);
                for (int t = 1; t <= b; ++t) options.Add(values[a, b - t]);
                for (int t = 1; t <= Math.Min(a, b); ++t) options.Add(values[a - t, b - t]);
                values[a, b] = Mex(options);
            }
        return values;
    }

    /// <summary>Every function of the header, in its order, with as many arguments; and structs as large as C's.</summary>
    private static void Interface()
    {
        string header = File.ReadAllText(Source + "/bindings/c/include/bouton.h");
        header = Regex.Replace(header, @"/\*.*?\*/", "", RegexOptions.Singleline);
        List<string> declared = new List<string>();
        foreach (System.Text.RegularExpressions.Match match in Regex.Matches(header, @"BOUTON_API [^;(]*?(bouton_\w+)\(([^)]*)\)"))
            declared.Add(match.Groups[1].Value + " " + (match.Groups[2].Value == "void" ? 0 : match.Groups[2].Value.Split(',').Length));
        Type native = typeof(Runtime).Assembly.GetType("Bouton.Native");
        List<string> known = native.GetMethods(BindingFlags.Static | BindingFlags.NonPublic)
            .Where(method => method.Name.StartsWith("bouton_")).OrderBy(method => method.MetadataToken)
            .Select(method => method.Name + " " + method.GetParameters().Length).ToList();
        Check(declared.Count > 70, "the header declares " + declared.Count + " functions");
        Same(string.Join("\n", known), string.Join("\n", declared), "the list of functions");
        // Each is called from somewhere: its name stands outside of Native.cs.
        string sources = string.Join("\n", Directory.GetFiles(Source + "/bindings/dotnet/Bouton", "*.cs")
            .Where(path => !path.EndsWith("Native.cs")).Select(File.ReadAllText));
        foreach (string name in declared.Select(line => line.Split(' ')[0])) Check(sources.Contains("Native." + name + "("), name + " is called");
        Same(Marshal.SizeOf(native.GetNestedType("Period", BindingFlags.NonPublic)), 120, "the size of a period");
        Same(Marshal.SizeOf(native.GetNestedType("Value", BindingFlags.NonPublic)), 32, "the size of a value");
        Same(Marshal.SizeOf(native.GetNestedType("Limits", BindingFlags.NonPublic)), 56, "the size of limits");
        Check(Runtime.Version.Split('.').Length == 3, "the version is " + Runtime.Version);
        Same(typeof(Runtime).Assembly.GetReferencedAssemblies().Single().Name, "mscorlib", "what the assembly takes");
        Same(typeof(Runtime).Assembly.GetName().Version.ToString(3), Runtime.Version, "the version of the assembly");
    }

    private static void Games()
    {
        using (Runtime runtime = new Runtime())
        {
            Check(runtime.Games().Length == Directory.GetFiles(Source + "/rules", "*.lua", SearchOption.AllDirectories).Length, "all games are inside");
            foreach (string name in runtime.Games()) using (Game each = runtime.Load(name)) Same(each.Name, name, "a name");
            Game game = runtime.Load("wythoff");
            Same(game.Title, "Wythoff's Nim", "the title");
            Same(game.File, "<memory>/wythoff.lua", "the file");
            Check(game.Source.Contains("1907") && game.Text.Length > 0 && game.Explain().Contains("closed form"), "texts");
            Same(Joined(game.Coordinates), "S L", "coordinates");
            Same(game.Dimensions, 2, "dimensions");
            Same(runtime.Load("chomp").Dimensions, null, "dimensions of a piles game");
            Same(game.Range(1).Least, 0, "the least value");
            Same(game.Range(1).Most, long.MaxValue, "the greatest value");
            Throws<ArgumentOutOfRangeException>(() => game.Range(2), "");
            Same(game.Play, Play.Normal, "play");
            game.Play = Play.Misere;
            Same(game.Play, Play.Misere, "play");
            Game octal = runtime.Load("octal", new Dictionary<string, string> { { "code", "0.77" } });
            Same(octal.Parameters.Single().Value, "0.77", "the code");
            Check(octal.Parameters.Single().Doc.Length > 0 && octal.Parameters.Single().Name == "code", "the parameter");
            Same(octal.Sequence(8).Values[8], runtime.Load("kayles").Sequence(8).Values[8], "Kayles is 0.77");
            octal.Set("code", "0.3");
            Same(Joined(octal.Sequence(5).Values), "0 1 0 1 0 1", "one of a heap");
            Throws<RuleException>(() => octal.Set("code", "x"), "code must look like 0.77");
            Same(octal.Parameters.Single().Value, "0.3", "the code that stays");
        }
        using (Runtime bare = new Runtime(null, false))
        {
            Same(bare.Games().Length, 0, "games of a bare runtime");
            bare.AddDirectory(Source + "/rules");
            Check(bare.Load("wythoff").File.EndsWith("rules/wythoff/wythoff.lua"), "a file of a directory");
            bare.AddSource("mine", Subtraction);
            Game mine = bare.Load("mine");
            Same(mine.Position(6).WinningMoves().Single().ToString(), "take to 4", "the winning move");
            bare.AddSource("mine", "return game {");
            Throws<RuleException>(() => mine.Reload(), "mine.lua");
            Same(mine.Position(8).Outcome(), Outcome.P, "the game stays what it was");
        }
    }

    private static void Positions()
    {
        using (Runtime runtime = new Runtime())
        {
            Game wythoff = runtime.Load("wythoff");
            Same(wythoff.Position("7,9").Text(), "7,9", "a text");
            Same(Joined(wythoff.Position(7, 9).Coordinates()), "7 9", "coordinates");
            Same(wythoff.Position("100000000000000000000,1").Coordinates(), null, "coordinates beyond 64 bits");
            Same(wythoff.Example().ToString(), "wythoff 29,51", "the example");
            Same(runtime.FromText(Subtraction).Example(), null, "no example");
            Position sum = wythoff.Position(7, 9) + runtime.Load("kayles").Position(12);
            Same(sum.ToString(), "wythoff 7,9 + kayles 12", "a sum");
            Same(sum.Components, 2, "components");
            Same(sum.GameName(1), "kayles", "a game");
            Check(sum.Show(0).Length > 0, "shown");
            Throws<ArgumentOutOfRangeException>(() => sum.Text(2), "");
            Throws<ArgumentException>(() => runtime.Sum(), "a sum of no positions");
            Same(runtime.Load("sprouts").Position("0.AB}0.AB}").Outcome(), Outcome.P, "a position that is not a number");
            long[] many = Enumerable.Repeat(1L, 30).ToArray();
            Same(runtime.Load("moore").Position(many).Coordinates().Length, 30, "many coordinates");
            using (Runtime other = new Runtime())
                Throws<ArgumentException>(() => runtime.Sum(sum, other.Load("nim").Position(1)), "different runtimes");
        }
    }

    /// <summary>Of remoteness 5 and 4, of suspense 7 and 4 by plain recursion (tests/rules/several_games_test.cpp).</summary>
    private static void Compounds()
    {
        using (Runtime runtime = new Runtime())
        {
            Game knight = runtime.Load("white-knight");
            Position one = knight.Position(6, 7), other = knight.Position(4, 5);
            Same(one.Suspense(), 7L, "a suspense number");
            Same(runtime.Load("kayles").Position(5).Longest(), 5L, "the longest play");
            Position first = runtime.Compound("conjunctive", one, other);
            Same(first.Way, "conjunctive", "a way");
            Same(one.Way, "disjunctive", "the way of one position");
            Same(first.Outcome(), Outcome.P, "the least remoteness is even");
            Position last = runtime.Compound("continued-conjunctive", one, other);
            Same(last.Suspense(), 7L, "the greatest suspense number");
            foreach (Move move in last.WinningMoves())
            {
                Same(move.Parts().Length, 2, "parts");
                Same(move.After().Outcome(), Outcome.P, "after a winning move");
            }
            Game nim = runtime.Load("nim");
            Position selective = runtime.Compound("selective", nim.Position(3), nim.Position(5));
            Same(string.Join("; ", selective.WinningMoves()[0].Parts()), "in component 0: to 0; in component 1: to 0", "parts");
            Same(selective.Solve().WinningMoves[0], "in component 0: to 0; in component 1: to 0", "a solution");
            Same((nim.Position(3) + nim.Position(5)).Moves()[0].Parts().Length, 1, "a move of a sum");
            Throws<RequestException>(() => runtime.Compound("alternating", one, other), "not a way");
        }
    }

    private static void Moves()
    {
        using (Runtime runtime = new Runtime())
        {
            Position position = runtime.Load("wythoff").Position(1, 2);
            Same(Joined(position.Options().Select(move => move.To[0])), "0,2 1,1 1,0 0,1", "options");
            Check(position.Options().All(move => move.Value == null), "options have no values");
            Move[] moves = position.Moves();
            Same(Joined(moves.Select(move => move.Value.Value.Grundy)), "2 2 1 1", "values");
            Check(moves.All(move => move.Value.Value.Outcome == Outcome.N && move.Value.Value.Remoteness == 1), "all lose");
            Same(moves[3].After().Text(), "0,1", "after");
            Same(moves[3].Label, "diagonal", "a label");
            Same(moves[3].Component, 0, "a component");
            Move split = runtime.Load("kayles").Position(8).WinningMoves().Single();
            Same(split.ToString(), "two to 3 + 3", "a split");
            Same(split.After().Components, 2, "two positions");
            bool complete;
            Same(runtime.Load("wythoff").Position(5, 7).WinningMoves(1, out complete).Length, 1, "one move");
            Check(!complete, "there are more");
            Check(position.BestMove() != null && position.PlayerMove("random", 3) != null, "players move");
            Same(position.BestMove(5, 7).ToString(), position.BestMove(5, 7).ToString(), "the same seed");
            Position over = runtime.Load("wythoff").Position(0, 0);
            Same(over.BestMove(), null, "no move");
            Same(over.Result(), Outcome.P, "the result");
            Same(position.Result(), null, "no result yet");
            Throws<RequestException>(() => position.PlayerMove("nobody"), "nobody");
            Game entail = runtime.FromText("return game { position = { 'n' }, moves = function(n) if n > 0 then entail(n - 1) end end }", "entail");
            Check(!entail.Position(3).IsObliged && entail.Position("3!").IsObliged, "who must move in a component");
            Check((entail.Position(2) + entail.Position("3!")).IsObliged, "in any component");
            Same(entail.Position(3).Options()[0].Kind, 2, "a move that must be answered");
        }
    }

    private static void Values()
    {
        using (Runtime runtime = new Runtime())
        {
            long[,] expected = Wythoff(12);
            Game wythoff = runtime.Load("wythoff");
            for (int a = 0; a < 12; ++a)
                for (int b = 0; b < 12; ++b)
                {
                    Position position = wythoff.Position(a, b);
                    Same(position.Grundy(), expected[a, b], "a Grundy value");
                    Same(position.Outcome(), expected[a, b] == 0 ? Outcome.P : Outcome.N, "an outcome");
                }
            Position big = runtime.Load("nim").Position("1267650600228229401496703205377");
            Same(big.GrundyText(), "1267650600228229401496703205377", "a big value");
            Same(big.Grundy(), null, "a big value");
            Position loopy = runtime.Load("pass-nim").Position(3, 1);
            Same(loopy.GrundyText(), "infinity(1,3)", "an infinite nimber");
            Same(loopy.Grundy(), null, "an infinite nimber");
            Same(loopy.Outcome(), Outcome.Draw, "a draw");
            Same(loopy.Remoteness(), null, "the remoteness of a draw");
            Same(wythoff.Position(7, 9).Remoteness(), 5, "remoteness");
            string digits = new string('9', 500);
            Same(runtime.Load("nim").Position(digits).GrundyText(), digits, "a text that takes more room");
        }
    }

    private static void Tables()
    {
        using (Runtime runtime = new Runtime())
        {
            long[,] expected = Wythoff(30);
            Game wythoff = runtime.Load("wythoff");
            Table table = wythoff.Table(29, 29);
            long[,] grid = table.ToGrid();
            for (int a = 0; a < 30; ++a)
                for (int b = 0; b < 30; ++b) Check(table[a, b] == expected[a, b] && grid[a, b] == expected[a, b], "a value of the table");
            Same(table.Kind, ValueKind.Grundy, "the kind");
            Same(table.Cells.Length, 900, "cells");
            Bounds[] box = { new Bounds(3, 5), new Bounds(1, 8) };
            Table part = wythoff.Table(ValueKind.Outcome, box);
            Same(part[5, 3], (long)Outcome.P, "an outcome");
            Same(part.BoundsOf(1).Most, 8, "a bound");
            Same(part.Dimensions, 2, "dimensions");
            Throws<ArgumentOutOfRangeException>(() => Check(part[2, 3] == 0, ""), "position");
            Throws<ArgumentException>(() => Check(part[2] == 0, ""), "2 coordinates");
            Same(runtime.Load("chomp").Table(3, 3)[0, 1], Table.None, "no position");
            Same(runtime.Load("pass-nim").Table(2, 2)[1, 1], Table.Infinite, "an infinite nimber");
            long[][] found = wythoff.PPositions(wythoff.Box(29, 29));
            Same(found.Length, expected.Cast<long>().Count(value => value == 0), "how many P-positions");
            Check(found.All(position => expected[position[0], position[1]] == 0), "P-positions");
            Check(wythoff.PPositions(wythoff.Box(3000, 3000)).Length > 2000, "more than there is room for at first");
            Counted counted = wythoff.Count(wythoff.Box(29, 29), "S + L");
            Same(counted.Count, (long)found.Length, "how many P-positions");
            Same(counted.Total.Value, found.Sum(pair => pair[0] + pair[1]), "what they add up to");
            Same(wythoff.Count(wythoff.Box(29, 29)).Total, null, "nothing added up");
            Throws<OverflowException>(() => Same(runtime.Load("nim").Count(new[] { new Bounds(0, 99) }, null, 20).Count, 0L, "a number"), "Int64");
            Same(runtime.Load("nim").Count(new[] { new Bounds(0, 99) }, null, 9, false, 1000).CountText, "136", "modulo 1000");
            Throws<RequestException>(() => wythoff.Count(wythoff.Box(9, 9), multisets: true), "multisets are of sums");
            Same(wythoff.TableAsync(ValueKind.Grundy, box).Result[3, 5], 0, "a table of another thread");
            Throws<RequestException>(() => wythoff.Table(3), "S, L");
            Throws<LimitException>(() => wythoff.Table(1000000, 1000000), "");
        }
    }

    private static void Sequences()
    {
        using (Runtime runtime = new Runtime())
        {
            Game kayles = runtime.Load("kayles");
            List<long> expected = new List<long>();
            for (int n = 0; n <= 100; ++n)
            {
                List<long> options = new List<long>();
                for (int k = 1; k <= Math.Min(n, 2); ++k)
                    for (int a = 0; a <= n - k; ++a) options.Add(expected[a] ^ expected[n - k - a]);
                expected.Add(Mex(options));
            }
            Sequence found = kayles.Sequence(100);
            Same(Joined(found.Values), Joined(expected), "Kayles");
            Same(found[100], expected[100], "a heap");
            Same(found.Low, 0, "the first heap");
            Throws<ArgumentOutOfRangeException>(() => Check(found[101] == 0, ""), "heap");
            Period period = kayles.Period(300);
            Same(period.Preperiod + " " + period.Length + " " + period.Saltus + " " + period.Theorem, "71 12 0 Guy-Smith", "the period");
            Check(period.CheckedTo >= 71 + 2 * 12, "checked");
            Same(runtime.Load("grundy").Period(100), null, "no period");
            Same(kayles.SequenceAsync(5, ValueKind.Outcome).Result[0], (long)Outcome.P, "an outcome");
        }
    }

    private static void Answers()
    {
        using (Runtime runtime = new Runtime())
        {
            Game wythoff = runtime.Load("wythoff"), kayles = runtime.Load("kayles"), nim = runtime.Load("nim");
            Solution solution = wythoff.Position(5, 7).Solve();
            Same(solution.Outcome, Outcome.N, "outcome");
            Same(Joined(solution.WinningMoves.Select(move => move.Split(' ').Last())), "4,7 5,3 3,5", "winning moves");
            Check(solution.Complete && solution.Solver == "closed form" && solution.Theorem.Contains("1907"), "the way");
            Same(solution.Grundy, Wythoff(8)[5, 7].ToString(), "Grundy value");
            Same(solution.Remoteness, 5, "remoteness");
            Check(!wythoff.Position(5, 7).Solve(1).Complete, "there are more");
            Reason reason = wythoff.Position(5, 7).Why();
            Same(reason.Move, "diagonal to 3,5", "the move");
            Check(reason.Sentences.Last().Contains("diagonal to 3,5") && reason.Outcome == Outcome.N, "the sentences");
            Genus genus = (kayles.Position(9) + kayles.Position(5)).Genus();
            Check(genus.Grundy == 0 && genus.Outcome == Outcome.P && !genus.Tame && genus.Text == "0^02" && genus.MisereGrundy == 0, "the genus");
            Same(nim.Quotient(3).Order, 6, "a quotient");
            Check(nim.Quotient(3).GivenUp == null && nim.Quotient(3).Text.Contains("a^2 = 1"), "a quotient");
            Same(nim.Position(2).Quotient().Order, 6, "a quotient below a position");
            Graph graph = kayles.Position(2).Graph();
            Same(Joined(graph.Nodes.Select(node => node.Position.Length + ":" + node.Grundy + ":" + node.Outcome + ":" + node.Remoteness)),
                "1:2:N:1 1:1:N:1 0:0:P:0", "a graph");
            Same(Joined(graph.Edges.Select(edge => edge.From + ">" + edge.To)), "0>1 0>2 1>2", "its moves");
            Same(wythoff.Position(0, 1).Graph().Edges.Single().Label, "vertical", "a label");
            Throws<LimitException>(() => kayles.Position(30).Graph(10), "");
            Match match = wythoff.Position(5, 7).Match("perfect", "random", 100);
            Check(match.WinsMovingFirst(0) == 50 && match.Wins(0) + match.Wins(1) == 100 && match.Draws == 0, "a match");
            Check(kayles.Verify().Same && kayles.Verify(kayles.Box(40)).Differences.Length == 0, "verified");
            Verification wrong = runtime.FromText(Subtraction.Replace("return game {", "return game { heap = { code = '0.77' },"), "wrong").Verify();
            Check(!wrong.Same && wrong.Differences.Length > 0, "a false claim is found");
        }
    }

    private static void Pictures()
    {
        using (Runtime runtime = new Runtime())
        {
            Game wythoff = runtime.Load("wythoff");
            Check(wythoff.DrawTable(ValueKind.Outcome, wythoff.Box(20, 20)).StartsWith("<svg"), "a map");
            Check(runtime.Load("kayles").DrawSequence(100).StartsWith("<svg"), "dots");
            Check(wythoff.Position(1, 2).DrawGraph().StartsWith("<svg"), "a graph");
            Check(runtime.Load("mark").DrawTheorem().StartsWith("<svg"), "an automaton");
            Throws<RequestException>(() => runtime.Load("kayles").Position(30).DrawGraph(1000), "150");
        }
    }

    private static void Theorems()
    {
        using (Runtime runtime = new Runtime())
        {
            Theorem theorem = runtime.Load("mark").Theorem();
            Check(theorem.Proved && theorem.Statement.Contains("ends in an odd number of zeros") && theorem.Reason == null, "a theorem");
            Same(theorem.NumerationSystem, "base 2", "the numeration system");
            Theorem none = runtime.Load("grundy").Theorem(0, 0, 100000);
            Check(!none.Proved && none.Reason.Length > 0, "no theorem");
            Same(runtime.Load("grundy").DrawTheorem(0, 0, 100000), null, "no picture");
            Discovery discovery = runtime.Load("kayles").DiscoverAsync().Result;
            Same(discovery.Period.Length, 12, "the period");
            Check(discovery.Theorems.Length == 1 && discovery.Conjectures.Length == 0, "what is found");
            string folder = Path.Combine(Path.GetTempPath(), "bouton-" + Guid.NewGuid());
            Runtime.KeepTheorems(folder);
            runtime.Load("mark").Theorem();
            Check(Directory.Exists(folder) && Directory.GetFiles(folder).Length > 0, "theorems are kept");
            Runtime.KeepTheorems(null);
            Directory.Delete(folder, true);
        }
    }

    private static void Surveys()
    {
        using (Runtime runtime = new Runtime())
        {
            Survey survey = runtime.Survey("octal:0.0d", 200);
            Same(Joined(survey.Rows.Where(row => row.Period != null).Select(row => row.Parameter("code").AsString() + ":" + row.Period.Length)),
                "0.00:1 0.01:1 0.02:4 0.03:4 0.05:2 0.07:34", "periods");
            SurveyRow[] rows = runtime.SurveyAsync("copycat", 100, new Dictionary<string, string> { { "m", "2:4" } }).Result.Rows;
            Same(Joined(rows.Select(row => row.Parameter("m").AsLong())), "2 3 4", "parameters");
            Check(rows.All(row => row.Game == "copycat" && row.Error == null), "rows");
        }
    }

    private static void Errors()
    {
        using (Runtime runtime = new Runtime())
        {
            Throws<RequestException>(() => runtime.Load("wytoff"), "did you mean 'wythoff'?");
            Throws<RequestException>(() => runtime.Load("wyth\0off"), "zero byte");
            Throws<ArgumentNullException>(() => runtime.Load(null), "");
            Throws<RequestException>(() => runtime.Load("wythoff").Position("3"), "has 1 coordinate, this game has 2 (S, L)");
            Throws<RequestException>(() => runtime.Load("wythoff").Position(-1, 2), "S = -1");
            Throws<RequestException>(() => runtime.Load("copycat", new Dictionary<string, string> { { "k", "3" } }), "no parameter 'k'");
            try
            {
                runtime.FromText("return game {\n  position = { 'n' },\n  moves = function(n) move('x') end\n}").Position(1).Outcome();
                Check(false, "a wrong rule is an error");
            }
            catch (RuleException error)
            {
                Same(error.File, "<memory>/mine.lua", "the file");
                Same(error.Line, 3, "the line");
                Check(error.Message.StartsWith("<memory>/mine.lua:3: "), error.Message);
            }
            Throws<RequestException>(() => runtime.Load("misere-nim").Position(1).Grundy(), "");
            Throws<FormatException>(() => Json.Parse("{"), "character");
        }
    }

    private static void LimitsOfRuntimes()
    {
        Throws<RequestException>(() => new Runtime(new Limits { Threads = 5000 }), "");
        Throws<RequestException>(() => new Runtime(new Limits { CallSeconds = 0 }), "");
        using (Runtime runtime = new Runtime(new Limits { Memory = 1 << 24, LuaMemory = 1 << 24, LoadSeconds = 60, CallSeconds = 60, Threads = 2,
            NoLift = true, NoNative = true }))
        {
            Check(!runtime.Load("wythoff").Explain().Contains("rays"), "nothing is lifted");
            Throws<LimitException>(() => runtime.Load("wythoff").Table(4000, 4000), "");
        }
    }

    private static void Runtimes()
    {
        Position position;
        using (Runtime runtime = new Runtime()) position = runtime.Load("wythoff").Position(1, 2);
        Same(position.Options().Length, 4, "options of a runtime that is gone");
        Same(position.Moves()[3].After().Text(), "0,1", "moves of a runtime that is gone");
        position.Dispose();
        Throws<ObjectDisposedException>(() => position.Options(), "");
        Runtime closed = new Runtime();
        closed.Dispose();
        closed.Dispose();
        Throws<ObjectDisposedException>(() => closed.Load("nim"), "");
        // Runtimes that are forgotten end with the rest.
        for (int i = 0; i < 20; ++i) Same(new Runtime().Load("nim").Position(i).Grundy(), (long)i, "a forgotten runtime");
        GC.Collect();
        GC.WaitForPendingFinalizers();
    }

    private sealed class Told : IProgress<Progress>
    {
        internal int Count;
        internal Action<Progress> Then = progress => { };

        public void Report(Progress progress)
        {
            ++Count;
            Then(progress);
        }
    }

    private static Position EndlessPosition(Runtime runtime)
    {
        return runtime.FromText(Endless, "endless").Position(40, 41, 42, 43, 44);
    }

    private static void ProgressOfQuestions()
    {
        using (Runtime runtime = new Runtime())
        {
            CancellationTokenSource source = new CancellationTokenSource();
            Told told = new Told { Then = progress => { if (progress.Done > 0 && progress.Doing.Length > 0) source.Cancel(); } };
            runtime.Progress = told;
            Check(ReferenceEquals(runtime.Progress, told), "who is told");
            Throws<OperationCanceledException>(() => EndlessPosition(runtime).Outcome(source.Token), "");
            Check(told.Count > 0, "it was told");
            told.Then = progress => { throw new InvalidOperationException("enough"); };
            Throws<BoutonException>(() => EndlessPosition(runtime).Outcome(), "enough");
            runtime.Progress = null;
            Same(runtime.LastProgress(), null, "nothing is being worked on");
            Task<Outcome> asked = EndlessPosition(runtime).OutcomeAsync();
            while (runtime.LastProgress() == null) Thread.Sleep(10);
            runtime.Cancel();
            Throws<AggregateException>(() => asked.Wait(), "");
        }
    }

    /// <summary>Mono stops every thread that it knows by a signal, to collect garbage: a thread of the library's is known to it from its
    /// first report on. Nothing is disposed of here, and the process ends all the same.</summary>
    private static void Collecting()
    {
        Runtime runtime = new Runtime();
        CancellationTokenSource source = new CancellationTokenSource();
        Told told = new Told { Then = progress => source.Cancel() };
        runtime.Progress = told;
        Throws<OperationCanceledException>(() => EndlessPosition(runtime).Outcome(source.Token), "");
        Check(told.Count > 0, "it was told");
        GC.Collect();
        for (int i = 0; i < 2000; ++i) GC.KeepAlive(new byte[100000]);
        GC.Collect();
        Same(runtime.Load("nim").Position(7).Grundy(), 7, "a value after garbage was collected");
    }

    /// <summary>A process ends though a question has no end, whose progress it is told.</summary>
    private static void Forgotten()
    {
        Runtime runtime = new Runtime();
        ManualResetEvent heard = new ManualResetEvent(false);
        runtime.Progress = new Told { Then = progress => heard.Set() };
        EndlessPosition(runtime).OutcomeAsync();
        heard.WaitOne();
        GC.Collect();
    }

    private static void Cancelling()
    {
        using (Runtime runtime = new Runtime())
        {
            Position endless = EndlessPosition(runtime);
            CancellationTokenSource source = new CancellationTokenSource();
            Task<Outcome> asked = endless.OutcomeAsync(source.Token);
            Task<long?> other = runtime.Load("wythoff").Position(7, 9).GrundyAsync();
            source.Cancel();
            Throws<AggregateException>(() => asked.Wait(), "");
            Same(asked.Status, TaskStatus.Canceled, "the task");
            Same(other.Result, 14, "another question goes on");
            // A token that was cancelled before asks nothing.
            Throws<OperationCanceledException>(() => endless.Outcome(source.Token), "");
            // Cancel ends all.
            Task<Outcome> again = endless.OutcomeAsync();
            while (runtime.LastProgress() == null) Thread.Sleep(10);
            runtime.Cancel();
            Throws<AggregateException>(() => again.Wait(), "");
            Check(again.Exception == null || again.Exception.InnerException is OperationCanceledException, "the task is cancelled");
            Same(runtime.Load("kayles").Position(12).Grundy(), 4, "the runtime answers afterwards");
        }
    }

    private static void Threads()
    {
        using (Runtime shared = new Runtime())
        {
            Task[] tasks = Enumerable.Range(0, 8).Select(number => Task.Run(() =>
            {
                Runtime runtime = number % 2 == 0 ? shared : new Runtime();
                for (int n = 0; n < 20; ++n)
                    Same(runtime.Load("nim").Position(n).Grundy(), (long)n, "a value of a thread");
                // Messages are of the thread that asked.
                Throws<RequestException>(() => runtime.Load("no-game-" + number), "no-game-" + number);
            })).ToArray();
            Task.WaitAll(tasks);
            Task<long?>[] many = Enumerable.Range(0, 100).Select(n => shared.Load("wythoff").Position(n, 2 * n).GrundyAsync()).ToArray();
            Task.WaitAll(many);
            Same(many[0].Result, 0, "one of a hundred");
        }
    }

    private static void Handles()
    {
        using (Runtime runtime = new Runtime())
        {
            Game game = runtime.Load("wythoff");
            Position position = game.Position(3, 5);
            Move[] moves = position.Options();
            game.Dispose();
            position.Dispose();
            Same(moves[0].After().GameName(), "wythoff", "a move outlives its position");
            Throws<ObjectDisposedException>(() => game.Position(1, 2), "");
            Game nim = runtime.Load("nim");
            for (int i = 0; i < 2000; ++i) nim.Position(i % 50).Options();
            GC.Collect();
            GC.WaitForPendingFinalizers();
            Same(moves[0].After().Outcome(), Outcome.N, "the runtime lives");
        }
    }

    private static void JsonTexts()
    {
        foreach (string text in new[] { "{}", "[]", "null", "{\"a\":[1,-2.5e3,true,null,\"x\\\"\\\\y\"],\"b\":{\"c\":\"é\"}}" })
            Same(Json.Parse(text).ToString(), text, "what was read");
        Json read = Json.Parse(" { \"n\" : 12345678901234567890 , \"t\" : \"\\u00e9\\n\" , \"l\" : [ 1 , 2 ] } ");
        Same(read["n"].AsString(), "12345678901234567890", "a number keeps its digits");
        Throws<OverflowException>(() => read["n"].AsLong(), "");
        Same(read["t"].AsString(), "é\n", "a text");
        Same(Joined(read.Names), "n t l", "names");
        Check(read["l"].Count == 2 && read["l"][1].AsDouble() == 2 && read["none"] == null && read.IsObject && read["l"].IsArray, "members");
        foreach (string wrong in new[] { "", "{", "[1", "[1,]", "{\"a\"}", "\"x", "nul", "1 2", "\"\\x\"", "\"\\u00g0\"", "{1:2}", new string('[', 1000) })
            Throws<FormatException>(() => Json.Parse(wrong), "this is not JSON");
    }

    private static int Main(string[] arguments)
    {
        string name = arguments[0] == "json" ? "JsonTexts" : arguments[0] == "limits" ? "LimitsOfRuntimes" : arguments[0] == "progress" ? "ProgressOfQuestions" : arguments[0];
        MethodInfo test = typeof(Tests).GetMethod(name, BindingFlags.Static | BindingFlags.NonPublic | BindingFlags.IgnoreCase);
        test.Invoke(null, null);
        return failures == 0 ? 0 : 1;
    }
}
