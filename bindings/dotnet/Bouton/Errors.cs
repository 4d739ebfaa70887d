using System;

namespace Bouton
{
    /// <summary>Whatever Bouton says is wrong. The message begins with file and line of the rule where one is to blame.</summary>
    public class BoutonException : Exception
    {
        /// <summary>An error without a rule file to blame.</summary>
        public BoutonException(string message) : this(message, null, 0) { }

        internal BoutonException(string message, string file, int line) : base(message)
        {
            File = string.IsNullOrEmpty(file) ? null : file;
            Line = line;
        }

        /// <summary>The rule file to blame; null where there is none.</summary>
        public string File { get; private set; }

        /// <summary>The line of <see cref="File"/>; 0 where none is known.</summary>
        public int Line { get; private set; }
    }

    /// <summary>The question cannot be asked: no such game, a position outside of the game, ...</summary>
    public sealed class RequestException : BoutonException
    {
        internal RequestException(string message) : base(message) { }
        internal RequestException(string message, string file, int line) : base(message, file, line) { }
    }

    /// <summary>The rule file is wrong, at <see cref="BoutonException.File"/> and <see cref="BoutonException.Line"/>.</summary>
    public sealed class RuleException : BoutonException
    {
        internal RuleException(string message, string file, int line) : base(message, file, line) { }
    }

    /// <summary>A limit of <see cref="Limits"/> was reached; the message says which.</summary>
    public sealed class LimitException : BoutonException
    {
        internal LimitException(string message, string file, int line) : base(message, file, line) { }
    }

    /// <summary>The library that was found is of another version, or a fault of Bouton's own.</summary>
    public sealed class InternalException : BoutonException
    {
        internal InternalException(string message) : base(message) { }
    }

    /// <summary>Statuses of the library as exceptions.</summary>
    internal static class Status
    {
        /// <summary>The status if it is not an error. Else throws what the last call on this thread left as the error.</summary>
        internal static int Check(int status)
        {
            if (status >= 0) return status;
            string message = Texts.Of(Native.bouton_error_message());
            string file = Texts.Of(Native.bouton_error_file());
            int line = Native.bouton_error_line();
            switch (status)
            {
                case Native.ErrorRequest: throw new RequestException(message, file, line);
                case Native.ErrorRule: throw new RuleException(message, file, line);
                case Native.ErrorLimit: throw new LimitException(message, file, line);
                case Native.ErrorCancelled: throw new OperationCanceledException(message);
                case Native.ErrorMemory: throw new OutOfMemoryException(message);
                case Native.ErrorMisuse: throw new ArgumentException(message);
                default: throw new InternalException(Texts.Of(Native.bouton_status_name(status)) + ": " + message);
            }
        }
    }
}
