// A game against the computer in a console: a queen that moves towards a corner, or any other game of Bouton's.
//
//   mcs -r:Bouton.dll Wythoff.cs
//   mono Wythoff.exe [--game NAME] [--start POSITION] [--level 0..10] [--seed NUMBER]
//
// Type the number of a move, "hint", "why", or "quit". The computer thinks on a thread of its own, as in a game that draws frames
// meanwhile; whoever waits longer than five seconds gets a move by chance.
using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using Bouton;

internal static class Wythoff
{
    private static int Main(string[] arguments)
    {
        Dictionary<string, string> given = new Dictionary<string, string>
        {
            { "--game", "wythoff" }, { "--start", "" }, { "--level", "10" }, { "--seed", "1" },
        };
        for (int i = 0; i + 1 < arguments.Length; i += 2) given[arguments[i]] = arguments[i + 1];
        try
        {
            using (Runtime runtime = new Runtime())
            using (Game game = runtime.Load(given["--game"]))
            {
                Position start = given["--start"] == "" ? game.Example() : game.Position(given["--start"]);
                Console.WriteLine("{0}: {1}", game.Title, game.Text);
                Run(start, int.Parse(given["--level"]), ulong.Parse(given["--seed"]));
                return 0;
            }
        }
        catch (BoutonException error)
        {
            Console.Error.WriteLine(error.Message);
            return 2;
        }
    }

    private static void Run(Position position, int level, ulong seed)
    {
        for (bool yours = true; ; yours = !yours)
        {
            Outcome? result = position.Result();
            if (result != null)
            {
                // N: whoever would have to move has won.
                bool youWin = (result == Outcome.N) == yours;
                Console.WriteLine(result == Outcome.Draw ? "Nobody wins." : youWin ? "You win." : "The computer wins.");
                return;
            }
            Move move = yours ? Choose(position) : Think(position, level, seed++).Result;
            if (move == null) return;
            if (!yours) Console.WriteLine("The computer: {0}", move);
            position = move.After();
        }
    }

    /// <summary>The move that a person types; null: the person has left.</summary>
    private static Move Choose(Position position)
    {
        Move[] moves = position.Options();
        Console.WriteLine();
        Console.WriteLine(position.Show());
        for (int i = 0; i < moves.Length; ++i) Console.WriteLine("{0,3}  {1}", i + 1, moves[i]);
        while (true)
        {
            Console.Write("> ");
            string line = Console.ReadLine();
            int number;
            if (line == null || line.Trim() == "quit") return null;
            if (int.TryParse(line, out number) && number >= 1 && number <= moves.Length) return moves[number - 1];
            if (line.Trim() == "hint") Console.WriteLine(position.BestMove());
            else if (line.Trim() == "why") Console.WriteLine(string.Join("\n", position.Why().Sentences));
            else Console.WriteLine("a number from 1 to {0}, hint, why, or quit", moves.Length);
        }
    }

    private static async Task<Move> Think(Position position, int level, ulong seed)
    {
        using (CancellationTokenSource patience = new CancellationTokenSource(TimeSpan.FromSeconds(5)))
        {
            try
            {
                return await position.BestMoveAsync(level, seed, patience.Token);
            }
            catch (OperationCanceledException)
            {
                return position.PlayerMove("random", seed);
            }
        }
    }
}
