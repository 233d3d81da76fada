// The beginning of a port in C# (6 or later): it says hello and answers stringToSign.
//
// Each line of standard input is a JSON object. Answer each in one line of standard output, in order, and flush it. The rules are
// in vectors/README.md of countersign. Add the other operations, one after the other, to Ops and to the hello.

using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;
using System.Text.RegularExpressions;

/// <summary>The input breaks a rule. Its message is the reason.</summary>
sealed class Refused : Exception
{
    public Refused(string reason) : base(reason) { }
}

static class Port
{
    /// <summary>What an operation returns whose answer has no value. What another returns is the answer's value.</summary>
    static readonly object Accept = new object();

    static readonly Dictionary<string, Func<Dictionary<string, object>, object>> Ops =
        new Dictionary<string, Func<Dictionary<string, object>, object>>
    {
        ["stringToSign"] = StringToSign,
        // parseAuthorization: authType, authorization (an array of header values)
        //   -> {"scheme":"signed","appId","nonce","timestamp","signature"} or {"scheme":"bearer","token"}
        // formatAuthorization: authType, appId, nonce, timestamp, signature; or token alone
        //   -> the header's value
        // sign: privateKey, authType, appId, method, url, timestamp, body, and nonce or times
        //   -> {"method","target","authorization"}; with times an array of so many, each with a fresh nonce
        // verify: edition, authType, maxAge, maxSkew, bodyLimit, keys, tokens, steps
        //   -> for each step {"outcome":"accept","appId"} or {"outcome":"reject","reason"}
        // rsaVerify: key, message, signature
        //   -> accept, or reject for signature_malformed or signature_invalid
        // importKey: use, pem
        //   -> {"bits","fingerprint"}
        // decodeJob: body
        //   -> the job
        // encodeJob: job
        //   -> {"hex"} of a JSON text
        // request: baseUrl, edition, authType, credentials, timestamp, nonce, body
        //   -> {"method","target","headers":[[name, value]],"body":{"hex"}}
    };

    // \A and \z: `$` also matches before a line feed at the end.
    static readonly Regex Token = new Regex(@"\A[!#$%&'*+.^_`|~0-9A-Za-z-]{1,32}\z");
    static readonly Regex Origin = new Regex(@"\A[A-Za-z][0-9A-Za-z+.-]*://[0-9A-Za-z._~%!$&'()*+,;=:@\[\]-]+(?=[/?]|\z)");
    static readonly Regex Target = new Regex(@"\A/[\x21\x22\x24-\x7e]{0,8191}\z");
    static readonly Regex Timestamp = new Regex(@"\A(?:0|[1-9][0-9]{0,15})\z");
    static readonly Regex Nonce = new Regex(@"\A[0-9A-Za-z-]{1,128}\z");

    /// <summary>GetBytes and GetString throw where the text is broken; those of Encoding.UTF8 put U+FFFD.</summary>
    static readonly Encoding Utf8 = new UTF8Encoding(false, true);
    static readonly Encoding Utf16 = new UnicodeEncoding(true, false, true);

    static object StringToSign(Dictionary<string, object> input)
    {
        var method = Check(Token, (string)input["method"], "method_invalid").ToUpperInvariant();
        var target = TargetOf((string)input["url"]);
        var timestamp = Check(Timestamp, (string)input["timestamp"], "timestamp_malformed");
        if (long.Parse(timestamp) > 9007199254740991) throw new Refused("timestamp_malformed");
        var nonce = Check(Nonce, (string)input["nonce"], "nonce_malformed");
        var head = Encoding.ASCII.GetBytes(method + "\n" + target + "\n" + timestamp + "\n" + nonce + "\n");
        return new Dictionary<string, object> { ["hex"] = ToHex(head) + ToHex(Content(input["body"])) };
    }

    /// <summary>What a request for this URL sends as its target. No part is normalised.</summary>
    static string TargetOf(string url)
    {
        var target = url.Split('#')[0];
        var origin = Origin.Match(target);
        if (origin.Success)
        {
            target = target.Substring(origin.Length);
            if (!target.StartsWith("/", StringComparison.Ordinal)) target = "/" + target;
        }
        return Check(Target, target, "target_invalid");
    }

    /// <summary>The text, if it has the form.</summary>
    static string Check(Regex form, string text, string reason)
    {
        if (!form.IsMatch(text)) throw new Refused(reason);
        return text;
    }

    /// <summary>The bytes of a body. A text comes as its UTF-16BE code units and is sent in UTF-8.</summary>
    static byte[] Content(object body)
    {
        var value = (Dictionary<string, object>)body;
        if (value.ContainsKey("hex")) return FromHex((string)value["hex"]);
        if (value.ContainsKey("repeat"))
        {
            var repeat = (Dictionary<string, object>)value["repeat"];
            var piece = FromHex((string)repeat["hex"]);
            var whole = new byte[piece.Length * int.Parse(((Number)repeat["times"]).Text)];
            for (var at = 0; at < whole.Length; at += piece.Length) piece.CopyTo(whole, at);
            return whole;
        }
        try
        {
            return Utf8.GetBytes(Utf16.GetString(FromHex((string)value["utf16"])));
        }
        catch (ArgumentException)
        {
            throw new Refused("body_not_unicode");
        }
    }

    static byte[] FromHex(string hex)
    {
        var bytes = new byte[hex.Length / 2];
        for (var i = 0; i < bytes.Length; i++) bytes[i] = Convert.ToByte(hex.Substring(2 * i, 2), 16);
        return bytes;
    }

    static string ToHex(byte[] bytes)
    {
        var hex = new StringBuilder(2 * bytes.Length);
        foreach (var b in bytes) hex.Append("0123456789abcdef"[b >> 4]).Append("0123456789abcdef"[b & 15]);
        return hex.ToString();
    }

    static Dictionary<string, object> Run(string op, Dictionary<string, object> input)
    {
        if (!Ops.ContainsKey(op)) return new Dictionary<string, object> { ["outcome"] = "unsupported" };
        try
        {
            var value = Ops[op](input);
            return value == Accept
                ? new Dictionary<string, object> { ["outcome"] = "accept" }
                : new Dictionary<string, object> { ["outcome"] = "value", ["value"] = value };
        }
        catch (Refused refused)
        {
            return new Dictionary<string, object> { ["outcome"] = "reject", ["reason"] = refused.Message };
        }
        catch (Exception error) // a mistake of the port: it must not look like a refusal
        {
            return new Dictionary<string, object> { ["outcome"] = "error", ["reason"] = error.Message };
        }
    }

    static void Main()
    {
        var input = new StreamReader(Console.OpenStandardInput(), Utf8);
        var output = new StreamWriter(Console.OpenStandardOutput(), Utf8) { AutoFlush = true, NewLine = "\n" };
        var hello = new Dictionary<string, object>
        {
            ["type"] = "hello",
            ["name"] = "my-port",
            ["version"] = "1",
            ["language"] = "C# on .NET " + Environment.Version,
            ["ops"] = Ops.Keys.ToList<object>(),
            ["policies"] = new List<object>(),
        };
        for (var line = input.ReadLine(); line != null; line = input.ReadLine())
        {
            var message = (Dictionary<string, object>)new JsonReader(line).Value();
            var type = (string)message["type"];
            if (type == "bye") break;
            if (type == "hello") output.WriteLine(Json(hello));
            if (type != "run") continue;
            var answer = new Dictionary<string, object> { ["seq"] = message["seq"] };
            foreach (var member in Run((string)message["op"], (Dictionary<string, object>)message["input"]))
                answer[member.Key] = member.Value;
            output.WriteLine(Json(answer));
        }
    }

    /// <summary>A value as JSON.</summary>
    static string Json(object value)
    {
        if (value == null) return "null";
        if (value is bool) return (bool)value ? "true" : "false";
        var members = value as Dictionary<string, object>;
        if (members != null)
            return "{" + string.Join(",", members.Select(member => Json(member.Key) + ":" + Json(member.Value))) + "}";
        var items = value as List<object>;
        if (items != null) return "[" + string.Join(",", items.Select(Json)) + "]";
        var text = value as string;
        if (text == null) return value.ToString();
        var made = new StringBuilder("\"");
        foreach (var c in text)
        {
            if (c == '"' || c == '\\') made.Append('\\').Append(c);
            else if (c < ' ') made.Append("\\u").Append(((int)c).ToString("x4"));
            else made.Append(c);
        }
        return made.Append('"').ToString();
    }
}

/// <summary>A number as it is written.</summary>
sealed class Number
{
    public readonly string Text;
    public Number(string text) { Text = text; }
    public override string ToString() { return Text; }
}

/// <summary>Reads the runner's lines, which are right. A job needs more care: its rules are on the page.</summary>
sealed class JsonReader
{
    readonly string text;
    int at;

    public JsonReader(string text) { this.text = text; }

    /// <summary>A dictionary, a list, a text, a number, a bool or null.</summary>
    public object Value()
    {
        switch (Next())
        {
            case '{':
                var members = new Dictionary<string, object>();
                for (var c = Next(); c != '}'; c = Next())
                {
                    if (c == ',') continue;
                    var name = Text();
                    Next(); // the colon
                    members[name] = Value();
                }
                return members;
            case '[':
                var items = new List<object>();
                for (var c = Next(); c != ']'; c = Next())
                {
                    if (c == ',') continue;
                    at--;
                    items.Add(Value());
                }
                return items;
            case '"':
                return Text();
        }
        var start = at - 1;
        while (at < text.Length && ",]} \t".IndexOf(text[at]) < 0) at++;
        var word = text.Substring(start, at - start);
        return word == "null" ? null : word == "true" ? true : word == "false" ? (object)false : new Number(word);
    }

    /// <summary>The next character that is no white space.</summary>
    char Next()
    {
        while (" \t\r".IndexOf(text[at]) >= 0) at++;
        return text[at++];
    }

    /// <summary>The rest of a text whose first quote has been read.</summary>
    string Text()
    {
        var made = new StringBuilder();
        for (var c = text[at++]; c != '"'; c = text[at++])
        {
            if (c != '\\')
            {
                made.Append(c);
                continue;
            }
            var escape = text[at++];
            var known = "bfnrt".IndexOf(escape);
            if (escape == 'u')
            {
                made.Append((char)Convert.ToInt32(text.Substring(at, 4), 16));
                at += 4;
            }
            else made.Append(known < 0 ? escape : "\b\f\n\r\t"[known]);
        }
        return made.ToString();
    }
}
