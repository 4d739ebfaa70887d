// A game against the computer in a console: a queen that moves towards a corner, or any other game of Bouton's.
//
//   mcs -r:Bouton.dll Wythoff.cs
//   mono Wythoff.exe [--game NAME] [--start POSITION] [--level 0..10] [--seed NUMBER]
//
// Type the number of a move, "hint", "why", or "quit". In a game in which moves are forbidden, type the numbers of those that the
// computer may not make. The computer thinks on a thread of its own, as in a game that draws frames meanwhile; whoever waits longer
// than five seconds gets a move by chance.
using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Bouton;

internal static class Wythoff
{
    private const int Again = 1;  // the Kind of a move after which the same player moves

    private static int Main(string[] arguments)
    {
        Dictionary<string, string> given = new Dictionary<string, string>
        {
            { "--game", "wythoff" }, { "--start", "" }, { "--level", "10" }, { "--seed", "1" },
        };
        try
        {
            for (int i = 0; i < arguments.Length; i += 2)
            {
                if (!given.ContainsKey(arguments[i])) throw new ArgumentException("there is no option " + arguments[i] + "; there are " + string.Join(", ", given.Keys));
                if (i + 1 == arguments.Length) throw new ArgumentException("a value is missing behind " + arguments[i]);
                given[arguments[i]] = arguments[i + 1];
            }
            int level;
            ulong seed;
            if (!int.TryParse(given["--level"], out level) || level < 0 || level > 10) throw new ArgumentException("--level is a number from 0 to 10");
            if (!ulong.TryParse(given["--seed"], out seed)) throw new ArgumentException("--seed is a whole number, 0 or more");
            using (Runtime runtime = new Runtime())
            using (Game game = runtime.Load(given["--game"]))
            {
                Position start = given["--start"] == "" ? game.Example() : game.Position(given["--start"]);
                if (start == null) throw new ArgumentException(game.Name + " has no example to start from; give it by --start");
                Console.WriteLine("{0}: {1}", game.Title, game.Text);
                new Match(game, level, seed).Run(start);
                return 0;
            }
        }
        catch (Exception error)
        {
            if (!(error is BoutonException || error is ArgumentException)) throw;
            Console.Error.WriteLine(error.Message);
            return 2;
        }
    }

    /// <summary>A match of one person against the computer.</summary>
    private sealed class Match
    {
        private readonly Game game;
        private readonly string player;  // as Bouton calls one of this strength
        private ulong seed;

        internal Match(Game game, int level, ulong seed)
        {
            this.game = game;
            this.seed = seed;
            player = level == 10 ? "perfect" : level == 0 ? "random" : "level:" + level;
        }

        internal void Run(Position position)
        {
            bool yours = true;
            while (true)
            {
                Outcome? result = position.Result();
                if (result != null)
                {
                    // N: whoever would have to move has won.
                    Say(result == Outcome.Draw ? (bool?)null : (result == Outcome.N) == yours);
                    return;
                }
                Move[] forbidden = game.Blocking == 0 ? new Move[0] : yours ? Forbid(position) : ChooseForbidden(position);
                if (forbidden == null) return;
                if (forbidden.Length == position.Options().Length)
                {
                    // Whoever has no move left has lost, and has won in misère play.
                    Say((game.Play == Play.Misere) == yours);
                    return;
                }
                Move move = yours ? Choose(position, forbidden) : Think(position, forbidden).Result;
                if (move == null) return;
                bool again = move.Kind == Again;
                if (!yours) Console.WriteLine("The computer: {0}{1}", move, again ? ", and moves again" : "");
                position = move.After();
                if (!again) yours = !yours;
            }
        }

        private static void Say(bool? youWin)
        {
            Console.WriteLine(youWin == null ? "Nobody wins." : youWin.Value ? "You win." : "The computer wins.");
        }

        private static string Name(Move move)
        {
            return move.Kind == Again ? move + " (and you move again)" : move.ToString();
        }

        /// <summary>The number from 1 to `most` that is typed; 0 where it is none.</summary>
        private static int NumberOf(string text, int most)
        {
            int number;
            return int.TryParse(text, out number) && number >= 1 && number <= most ? number : 0;
        }

        /// <summary>What the computer forbids before you move.</summary>
        private Move[] Forbid(Position position)
        {
            Move[] forbidden = position.PlayerForbids(player, seed++);
            Console.WriteLine(forbidden.Length == 0 ? "The computer forbids nothing." : "The computer forbids: " + string.Join("; ", forbidden.Select(move => move.ToString())));
            return forbidden;
        }

        /// <summary>What you forbid before the computer moves; null: you have left.</summary>
        private Move[] ChooseForbidden(Position position)
        {
            Move[] moves = position.Options();
            Show(position, moves);
            while (true)
            {
                Console.Write("forbid> ");
                string line = Console.ReadLine();
                if (line == null || line.Trim() == "quit") return null;
                string[] words = line.Split(new[] { ' ', ',' }, StringSplitOptions.RemoveEmptyEntries);
                int[] numbers = words.Select(word => NumberOf(word, moves.Length)).ToArray();
                if (!numbers.Contains(0) && numbers.Distinct().Count() == numbers.Length && numbers.Length <= game.Blocking)
                    return numbers.Select(number => moves[number - 1]).ToArray();
                if (line.Trim() == "hint")
                {
                    Move[] best = position.PlayerForbids();
                    Console.WriteLine(best.Length == 0 ? "nothing" : string.Join("; ", best.Select(move => move.ToString())));
                }
                else Console.WriteLine("up to {0} different numbers from 1 to {1}, Enter for none, hint, or quit", game.Blocking, moves.Length);
            }
        }

        private static void Show(Position position, Move[] moves)
        {
            Console.WriteLine();
            for (int i = 0; i < position.Components; ++i) Console.WriteLine(position.Show(i));
            for (int i = 0; i < moves.Length; ++i) Console.WriteLine("{0,3}  {1}", i + 1, Name(moves[i]));
        }

        /// <summary>The move that you type; null: you have left.</summary>
        private static Move Choose(Position position, Move[] forbidden)
        {
            Move[] moves = position.Options().Where(move => !forbidden.Any(other => other.ToString() == move.ToString() && other.Component == move.Component)).ToArray();
            Show(position, moves);
            while (true)
            {
                Console.Write("> ");
                string line = Console.ReadLine();
                if (line == null || line.Trim() == "quit") return null;
                int number = NumberOf(line, moves.Length);
                if (number > 0) return moves[number - 1];
                if (line.Trim() == "hint") Console.WriteLine(position.PlayerMove("perfect", forbidden));
                else if (line.Trim() == "why") Console.WriteLine(string.Join("\n", position.Why().Sentences));
                else Console.WriteLine("a number from 1 to {0}, hint, why, or quit", moves.Length);
            }
        }

        private async Task<Move> Think(Position position, Move[] forbidden)
        {
            ulong chance = seed++;
            using (CancellationTokenSource patience = new CancellationTokenSource(TimeSpan.FromSeconds(5)))
            {
                try
                {
                    return await Task.Run(() => position.PlayerMove(player, forbidden, chance, patience.Token));
                }
                catch (OperationCanceledException)
                {
                    return position.PlayerMove("random", forbidden, chance);
                }
            }
        }
    }
}
