using System;
using System.Collections.Generic;
using System.Globalization;
using System.Text;

namespace Bouton
{
    /// <summary>A value of an answer in JSON, as the command writes it with `--format json`. It never changes. Numbers keep
    /// their digits, since they have any size.</summary>
    public sealed class Json
    {
        private readonly string text;                       // of a number, a string, true, false or null
        private readonly bool quoted;
        private readonly List<Json> entries;                // of an array
        private readonly Dictionary<string, Json> members;  // of an object
        private readonly List<string> names;                // of its members, in the order in which they stand

        private Json(string text, bool quoted)
        {
            this.text = text;
            this.quoted = quoted;
        }

        private Json(List<Json> entries)
        {
            this.entries = entries;
        }

        private Json(Dictionary<string, Json> members, List<string> names)
        {
            this.members = members;
            this.names = names;
        }

        /// <summary>Reads a JSON text. Throws <see cref="FormatException"/> where it is none.</summary>
        public static Json Parse(string text)
        {
            if (text == null) throw new ArgumentNullException("text");
            Reader reader = new Reader(text);
            Json value = reader.Value(0);
            reader.End();
            return value;
        }

        /// <summary>Whether this is null.</summary>
        public bool IsNull { get { return text == "null" && !quoted; } }

        /// <summary>Whether this is a string.</summary>
        public bool IsString { get { return text != null && quoted; } }

        /// <summary>Whether this is an object.</summary>
        public bool IsObject { get { return members != null; } }

        /// <summary>Whether this is an array.</summary>
        public bool IsArray { get { return entries != null; } }

        /// <summary>How many entries or members there are; 0 of what has none.</summary>
        public int Count { get { return entries != null ? entries.Count : names != null ? names.Count : 0; } }

        /// <summary>The names of an object's members, as they stand; of anything else none.</summary>
        public IEnumerable<string> Names { get { return names ?? new List<string>(); } }

        /// <summary>The entries of an array; of anything else none.</summary>
        public IEnumerable<Json> Entries { get { return entries ?? new List<Json>(); } }

        /// <summary>The member with this name; null where there is none, or where this is not an object.</summary>
        public Json this[string name]
        {
            get
            {
                Json found;
                return members != null && members.TryGetValue(name, out found) ? found : null;
            }
        }

        /// <summary>An entry of an array.</summary>
        public Json this[int index]
        {
            get
            {
                if (entries == null) throw new InvalidOperationException("it is not an array: " + this);
                return entries[index];
            }
        }

        /// <summary>The characters of a string, or the digits of a number; null of null.</summary>
        public string AsString()
        {
            if (text == null) throw new InvalidOperationException("it is not text: " + this);
            return IsNull ? null : text;
        }

        /// <summary>A number as an integer. Throws <see cref="OverflowException"/> where it is beyond 64 bits.</summary>
        public long AsLong()
        {
            return long.Parse(AsString(), NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture);
        }

        /// <summary>A number as an integer; null of null.</summary>
        public long? AsLongOrNull()
        {
            return IsNull ? (long?)null : AsLong();
        }

        /// <summary>A number.</summary>
        public double AsDouble()
        {
            return double.Parse(AsString(), NumberStyles.Float, CultureInfo.InvariantCulture);
        }

        /// <summary>Whether this is true.</summary>
        public bool AsBool()
        {
            if (quoted || (text != "true" && text != "false")) throw new InvalidOperationException("it is neither true nor false: " + this);
            return text == "true";
        }

        /// <summary>The value as JSON, without spaces.</summary>
        public override string ToString()
        {
            StringBuilder written = new StringBuilder();
            Write(written);
            return written.ToString();
        }

        private void Write(StringBuilder written)
        {
            if (entries != null)
            {
                written.Append('[');
                for (int i = 0; i < entries.Count; ++i)
                {
                    if (i > 0) written.Append(',');
                    entries[i].Write(written);
                }
                written.Append(']');
            }
            else if (members != null)
            {
                written.Append('{');
                for (int i = 0; i < names.Count; ++i)
                {
                    if (i > 0) written.Append(',');
                    WriteText(names[i], written);
                    written.Append(':');
                    members[names[i]].Write(written);
                }
                written.Append('}');
            }
            else if (quoted)
            {
                WriteText(text, written);
            }
            else
            {
                written.Append(text);
            }
        }

        private static void WriteText(string text, StringBuilder written)
        {
            written.Append('"');
            foreach (char c in text)
            {
                if (c == '"' || c == '\\') written.Append('\\').Append(c);
                else if (c == '\n') written.Append("\\n");
                else if (c < ' ') written.Append("\\u").Append(((int)c).ToString("x4", CultureInfo.InvariantCulture));
                else written.Append(c);
            }
            written.Append('"');
        }

        /// <summary>Goes through a text once, from left to right.</summary>
        private sealed class Reader
        {
            private const int Deepest = 200;
            private readonly string text;
            private int at;

            internal Reader(string text)
            {
                this.text = text;
            }

            internal Json Value(int depth)
            {
                if (depth > Deepest) throw Wrong("values within values too deep");
                Spaces();
                char c = at < text.Length ? text[at] : '\0';
                if (c == '{') return Object(depth);
                if (c == '[') return Array(depth);
                if (c == '"') return new Json(Quoted(), true);
                int from = at;
                while (at < text.Length && (char.IsLetterOrDigit(text[at]) || "+-.".IndexOf(text[at]) >= 0)) ++at;
                string word = text.Substring(from, at - from);
                double number;
                bool known = word == "null" || word == "true" || word == "false" ||
                    double.TryParse(word, NumberStyles.Float, CultureInfo.InvariantCulture, out number);
                if (!known) throw Wrong("no value");
                return new Json(word, false);
            }

            internal void End()
            {
                Spaces();
                if (at < text.Length) throw Wrong("more than one value");
            }

            private Json Object(int depth)
            {
                Dictionary<string, Json> members = new Dictionary<string, Json>();
                List<string> names = new List<string>();
                ++at;
                while (!Closed('}', names.Count))
                {
                    Spaces();
                    string name = Quoted();
                    Take(':');
                    if (!members.ContainsKey(name)) names.Add(name);
                    members[name] = Value(depth + 1);
                }
                return new Json(members, names);
            }

            private Json Array(int depth)
            {
                List<Json> entries = new List<Json>();
                ++at;
                while (!Closed(']', entries.Count)) entries.Add(Value(depth + 1));
                return new Json(entries);
            }

            /// <summary>Whether a list ends here; else the comma before the next one is passed.</summary>
            private bool Closed(char bracket, int before)
            {
                Spaces();
                if (at < text.Length && text[at] == bracket)
                {
                    ++at;
                    return true;
                }
                if (before > 0) Take(',');
                return false;
            }

            private string Quoted()
            {
                Take('"');
                StringBuilder read = new StringBuilder();
                while (true)
                {
                    if (at >= text.Length) throw Wrong("a string without an end");
                    char c = text[at++];
                    if (c == '"') return read.ToString();
                    read.Append(c == '\\' ? Escaped() : c);
                }
            }

            private char Escaped()
            {
                if (at >= text.Length) throw Wrong("a string without an end");
                char c = text[at++];
                if (c == 'u')
                {
                    ushort code;
                    if (at + 4 > text.Length ||
                        !ushort.TryParse(text.Substring(at, 4), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out code))
                    {
                        throw Wrong("no character");
                    }
                    at += 4;
                    return (char)code;
                }
                int found = "\"\\/bfnrt".IndexOf(c);
                if (found < 0) throw Wrong("no character");
                return "\"\\/\b\f\n\r\t"[found];
            }

            private void Take(char c)
            {
                Spaces();
                if (at >= text.Length || text[at] != c) throw Wrong("no '" + c + "'");
                ++at;
            }

            private void Spaces()
            {
                while (at < text.Length && " \t\r\n".IndexOf(text[at]) >= 0) ++at;
            }

            private FormatException Wrong(string what)
            {
                return new FormatException("this is not JSON: " + what + " at character " + at);
            }
        }
    }
}
