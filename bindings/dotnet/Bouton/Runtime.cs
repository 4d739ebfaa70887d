using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.IO;
using System.Reflection;
using System.Runtime.InteropServices;
using System.Text;
using System.Threading;
using System.Threading.Tasks;

namespace Bouton
{
    /// <summary>What a runtime may take. What is null is the library's usual value.</summary>
    public sealed class Limits
    {
        /// <summary>Bytes for what one game's questions remember, and for one table; usually 1 GiB.</summary>
        public ulong? Memory { get; set; }

        /// <summary>Bytes of Lua memory for one loaded game; usually 256 MiB.</summary>
        public ulong? LuaMemory { get; set; }

        /// <summary>Seconds to run a rule file; usually 5.</summary>
        public double? LoadSeconds { get; set; }

        /// <summary>Seconds for one call of a rule's function; usually 5.</summary>
        public double? CallSeconds { get; set; }

        /// <summary>Threads for tables, at most 4096; usually 1.</summary>
        public uint? Threads { get; set; }

        /// <summary>All rules are interpreted, for comparison.</summary>
        public bool NoLift { get; set; }

        /// <summary>No rule becomes machine code.</summary>
        public bool NoNative { get; set; }
    }

    /// <summary>How far a question has come.</summary>
    public struct Progress
    {
        internal Progress(string doing, ulong done, ulong? total) : this()
        {
            Doing = doing;
            Done = done;
            Total = total;
        }

        /// <summary>What is being done, in words.</summary>
        public string Doing { get; private set; }

        /// <summary>How much of it is done.</summary>
        public ulong Done { get; private set; }

        /// <summary>How much there is to do; null where nobody knows.</summary>
        public ulong? Total { get; private set; }
    }

    /// <summary>Limits and rule files under which games are loaded and asked about. Different runtimes share nothing; one may be used
    /// from any thread, and its questions take turns. Whatever was made of a runtime may be used after it was disposed of, but
    /// for questions that would take long.</summary>
    public sealed class Runtime : IDisposable
    {
        /// <summary>A question is looked at this often, in seconds: cancelling waits no longer.</summary>
        private const double Patience = 0.05;

        // Callbacks are static, for platforms whose code is compiled beforehand: they find their runtime by its number.
        private static readonly ConcurrentDictionary<long, WeakReference> Runtimes = new ConcurrentDictionary<long, WeakReference>();
        private static readonly Native.ProgressCallback Heard = Hear;
        private static long lastNumber;

        // When a process ends, Mono waits for every thread that it knows, and so for those of the library's that have called Hear: these end
        // with their runtimes.
        static Runtime()
        {
            AppDomain.CurrentDomain.ProcessExit += (sender, arguments) =>
            {
                foreach (WeakReference reference in Runtimes.Values)
                {
                    Runtime runtime = (Runtime)reference.Target;
                    if (runtime != null) runtime.Dispose();
                }
                GC.WaitForPendingFinalizers();
            };
        }

        private readonly long number = Interlocked.Increment(ref lastNumber);
        private readonly RuntimeHandle handle;
        private int cancellations;
        private IProgress<Progress> progress;
        private volatile Exception failure;

        /// <summary>A runtime with the usual limits, which knows the games that come with Bouton.</summary>
        public Runtime() : this(null, true) { }

        /// <summary>A runtime with these limits. `shipped`: whether it knows the games that come with Bouton, whose rules are in this
        /// assembly.</summary>
        public Runtime(Limits limits, bool shipped = true)
        {
            int abi = Native.bouton_abi();
            if (abi != Native.Abi) throw new InternalException("libbouton has the interface " + abi + ", this assembly takes " + Native.Abi);
            Native.Limits crossing = new Native.Limits();
            Native.bouton_limits_init(ref crossing);
            if (limits != null)
            {
                crossing.Memory = limits.Memory ?? crossing.Memory;
                crossing.LuaMemory = limits.LuaMemory ?? crossing.LuaMemory;
                crossing.LoadSeconds = limits.LoadSeconds ?? crossing.LoadSeconds;
                crossing.CallSeconds = limits.CallSeconds ?? crossing.CallSeconds;
                crossing.Threads = limits.Threads ?? crossing.Threads;
                crossing.NoLift = limits.NoLift ? 1u : 0u;
                crossing.NoNative = limits.NoNative ? 1u : 0u;
            }
            IntPtr pointer = IntPtr.Zero;
            Status.Check(Native.bouton_runtime_create(ref crossing, ref pointer));
            handle = new RuntimeHandle(pointer);
            Status.Check(Native.bouton_runtime_set_time_budget(handle, Patience));
            if (shipped) AddShipped();
        }

        /// <summary>The version of the library, such as "1.0.0".</summary>
        public static string Version { get { return Texts.Of(Native.bouton_version()); } }

        /// <summary>Theorems about positions of any size are kept in this folder from one run to the next, and proved again when they are
        /// read; null: nothing is kept, as at first. All runtimes share this.</summary>
        public static void KeepTheorems(string folder)
        {
            Status.Check(Native.bouton_keep_theorems(folder == null ? null : Texts.To(folder, "the folder")));
        }

        /// <summary>Games named without a path are looked for among the sources first, then in the directories in the order of these
        /// calls.</summary>
        public void AddDirectory(string path)
        {
            Status.Check(Native.bouton_runtime_add_directory(handle, Texts.To(path, "the path")));
        }

        /// <summary>A rule file as a text, under a name without slash; it replaces one with that name. Messages call it
        /// &lt;memory&gt;/NAME.lua.</summary>
        public void AddSource(string name, string text)
        {
            if (text == null) throw new ArgumentNullException("text");
            AddSource(name, Encoding.UTF8.GetBytes(text));
        }

        /// <summary>The names of all games, sorted.</summary>
        public string[] Games()
        {
            IntPtr names = IntPtr.Zero;
            Status.Check(Native.bouton_runtime_games(handle, ref names));
            return Texts.ListOf(names);
        }

        /// <summary>The game with this name, or in the rule file at this path (a path has a slash or ends in .lua). Parameters are given as
        /// they would be typed: {"m", "5"}, {"set", "1,2,3"}, {"f", "3*x"}.</summary>
        public Game Load(string nameOrPath, IEnumerable<KeyValuePair<string, string>> parameters = null)
        {
            byte[] crossing = Texts.To(nameOrPath, "the name of the game");
            IntPtr game = IntPtr.Zero;
            Texts.WithSettings(parameters, (settings, count) =>
                Status.Check(Native.bouton_game_load(handle, crossing, settings, count, ref game)));
            return new Game(this, new GameHandle(game));
        }

        /// <summary>The game whose rule file is `text`.</summary>
        public Game FromText(string text, string name = "mine", IEnumerable<KeyValuePair<string, string>> parameters = null)
        {
            AddSource(name, text);
            return Load(name, parameters);
        }

        /// <summary>A row for each game of a family: of games of one heap the period of heaps to `last`, of others a theorem. `family` is
        /// "octal:0.dd" with a d for each digit that is left open, a game with parameters that are ranges such as {"m", "2:5"}, or a
        /// folder of rule files.</summary>
        public Survey Survey(string family, long last, IEnumerable<KeyValuePair<string, string>> parameters = null,
            CancellationToken token = default(CancellationToken))
        {
            byte[] crossing = Texts.To(family, "the family");
            IntPtr json = IntPtr.Zero;
            Texts.WithSettings(parameters, (settings, count) =>
                Ask(() => Native.bouton_survey(handle, crossing, settings, count, last, ref json), token));
            return new Survey(Json.Parse(Texts.ListOf(json)[0]));
        }

        /// <summary>The same, on a thread of its own.</summary>
        public Task<Survey> SurveyAsync(string family, long last, IEnumerable<KeyValuePair<string, string>> parameters = null,
            CancellationToken token = default(CancellationToken))
        {
            return Start(() => Survey(family, last, parameters, token), token);
        }

        /// <summary>The disjunctive sum of positions of this runtime: they are played side by side.</summary>
        public Position Sum(params Position[] positions)
        {
            return Compound("disjunctive", positions);
        }

        /// <summary>Positions of this runtime that are played at once in the way of this name: "disjunctive", as a sum;
        /// "diminished-disjunctive", "conjunctive", "continued-conjunctive", "selective", "shortened-selective", "ordinal" or
        /// "sequential".</summary>
        public Position Compound(string way, params Position[] positions)
        {
            byte[] crossing = Texts.To(way, "the way");
            if (positions == null) throw new ArgumentNullException("positions");
            IntPtr[] pointers = new IntPtr[positions.Length];
            int held = 0;
            try
            {
                for (; held < positions.Length; ++held)
                {
                    if (positions[held] == null) throw new ArgumentNullException("positions");
                    bool added = false;
                    positions[held].Handle.DangerousAddRef(ref added);
                    pointers[held] = positions[held].Handle.DangerousGetHandle();
                }
                IntPtr compound = IntPtr.Zero;
                UIntPtr count = (UIntPtr)(uint)pointers.Length;
                Status.Check(way == "disjunctive" ? Native.bouton_position_sum(pointers, count, ref compound)
                                                  : Native.bouton_position_compound(pointers, count, crossing, ref compound));
                return new Position(this, new PositionHandle(compound));
            }
            finally
            {
                while (held > 0) positions[--held].Handle.DangerousRelease();
            }
        }

        /// <summary>Ends what this runtime is doing, in any thread: those calls throw <see cref="OperationCanceledException"/>. What was
        /// found out stays known.</summary>
        public void Cancel()
        {
            Interlocked.Increment(ref cancellations);
            Native.bouton_runtime_cancel(handle);
        }

        /// <summary>Who is told now and then how far a question has come, in a thread of the library's; it must not ask
        /// questions. What it throws ends the question. Null: nobody.</summary>
        public IProgress<Progress> Progress
        {
            get { return progress; }
            set
            {
                progress = value;
                if (value != null) Runtimes[number] = new WeakReference(this);
                Status.Check(Native.bouton_runtime_set_progress(handle, value == null ? null : Heard, (IntPtr)number));
            }
        }

        /// <summary>What was reported last of the question being worked on, for hosts that look once a frame; null: nothing is being
        /// worked on, or nothing was reported yet. <see cref="Bouton.Progress.Doing"/> is empty.</summary>
        public Progress? LastProgress()
        {
            ulong done = 0, total = 0;
            if (Status.Check(Native.bouton_runtime_progress(handle, ref done, ref total)) == Native.Unknown) return null;
            return new Progress("", done, total == 0 ? (ulong?)null : total);
        }

        /// <summary>Ends what this runtime is doing. Nothing can be loaded any more.</summary>
        public void Dispose()
        {
            if (!handle.IsClosed && progress != null) Progress = null;
            WeakReference removed;
            Runtimes.TryRemove(number, out removed);
            handle.Dispose();
        }

        /// <summary>The status of a question, once it is answered: it is asked again and again, and worked on in a thread of the
        /// library's. A token that is cancelled ends it; others that were asked at the same time go on.</summary>
        internal int Ask(Func<int> question, CancellationToken token)
        {
            int before = Volatile.Read(ref cancellations);
            bool begun = false;
            while (true)
            {
                if (token.IsCancellationRequested)
                {
                    // A cancelled question would hold up those that wait behind it.
                    if (begun && !handle.IsClosed) Native.bouton_runtime_cancel(handle);
                    token.ThrowIfCancellationRequested();
                }
                int status = question();
                begun = true;
                if (status == Native.NotYet) continue;
                if (status != Native.ErrorCancelled) return Status.Check(status);
                Exception thrown = failure;
                failure = null;
                if (thrown != null) throw new BoutonException("progress: " + thrown.Message, null, 0);
                // Another's token cancels this question too: it is asked again, and what was found out stays known.
                if (handle.IsClosed || Volatile.Read(ref cancellations) != before) return Status.Check(status);
            }
        }

        /// <summary>A question whose answer is a handle.</summary>
        internal delegate int Giver(ref IntPtr answer);

        /// <summary>The texts of an answer.</summary>
        internal string[] AskTexts(Giver question, CancellationToken token)
        {
            IntPtr list = IntPtr.Zero;
            Ask(() => question(ref list), token);
            return Texts.ListOf(list);
        }

        /// <summary>Runs a question on a thread of its own, since it waits most of its time.</summary>
        internal static Task<T> Start<T>(Func<T> question, CancellationToken token)
        {
            return Task.Factory.StartNew(question, token, TaskCreationOptions.LongRunning | TaskCreationOptions.DenyChildAttach,
                TaskScheduler.Default);
        }

        private void AddSource(string name, byte[] text)
        {
            Status.Check(Native.bouton_runtime_add_source(handle, Texts.To(name, "the name"), text, (UIntPtr)(uint)text.Length));
        }

        /// <summary>The rule files that are resources of this assembly, "rules/NAME.lua".</summary>
        private void AddShipped()
        {
            const string folder = "rules/", ending = ".lua";
            Assembly here = typeof(Runtime).Assembly;
            foreach (string resource in here.GetManifestResourceNames())
            {
                if (!resource.StartsWith(folder, StringComparison.Ordinal) || !resource.EndsWith(ending, StringComparison.Ordinal)) continue;
                using (Stream stream = here.GetManifestResourceStream(resource))
                using (MemoryStream copy = new MemoryStream())
                {
                    stream.CopyTo(copy);
                    AddSource(resource.Substring(folder.Length, resource.Length - folder.Length - ending.Length), copy.ToArray());
                }
            }
        }

        [MonoPInvokeCallback(typeof(Native.ProgressCallback))]
        private static int Hear(IntPtr user, IntPtr doing, ulong done, ulong total)
        {
            WeakReference found;
            Runtime runtime = Runtimes.TryGetValue((long)user, out found) ? (Runtime)found.Target : null;
            if (runtime == null) return 0;
            try
            {
                // The library's thread has become known to Mono by calling this, and must not keep a process from beginning to end.
                Thread.CurrentThread.IsBackground = true;
                IProgress<Progress> told = runtime.progress;
                if (told != null) told.Report(new Progress(Texts.Of(doing), done, total == 0 ? (ulong?)null : total));
                return 0;
            }
            catch (Exception thrown)  // which must not go through the library
            {
                runtime.failure = thrown;
                return 1;
            }
        }
    }

    /// <summary>What IL2CPP looks for, by its name: a function that is called from C.</summary>
    [AttributeUsage(AttributeTargets.Method)]
    internal sealed class MonoPInvokeCallbackAttribute : Attribute
    {
        internal MonoPInvokeCallbackAttribute(Type type) { }
    }
}
