/** The right code in C#: what the page and `diagnose --code csharp` show to whoever signs there. */
import type { Program } from './Program.ts'

/** For .NET 5 or later, .NET Framework 4.6 or later and Mono, without a package. */
export const csharp: Program = {
  setup: `using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Net.Http;
using System.Security.Cryptography;
using System.Text;

static class Program
{
    static string Setting(string name)
    {
        var value = Environment.GetEnvironmentVariable(name);
        if (string.IsNullOrEmpty(value)) throw new InvalidOperationException("set " + name);
        return value;
    }

    // From .NET 5 on, rsa.ImportFromPem(File.ReadAllText(name)) does the same.
    static RSA ReadKey(string name)
    {
        var lines = File.ReadAllLines(name).Where(line => !line.StartsWith("-----"));
        var der = Convert.FromBase64String(string.Concat(lines));
        var numbers = new List<byte[]>();
        CollectNumbers(der, 0, der.Length, numbers);
        var size = numbers[2].Length;
        var rsa = RSA.Create();
        rsa.ImportParameters(new RSAParameters
        {
            Modulus = numbers[2],
            Exponent = numbers[3],
            D = Padded(numbers[4], size),
            P = Padded(numbers[5], size / 2),
            Q = Padded(numbers[6], size / 2),
            DP = Padded(numbers[7], size / 2),
            DQ = Padded(numbers[8], size / 2),
            InverseQ = Padded(numbers[9], size / 2)
        });
        return rsa;
    }

    // The numbers of a PKCS #8 key, in their order: two versions, then those of the key.
    static void CollectNumbers(byte[] der, int at, int end, List<byte[]> numbers)
    {
        while (at < end)
        {
            int tag = der[at++], length = der[at++];
            if (length > 0x80)
            {
                var digits = length - 0x80;
                length = 0;
                while (digits-- > 0) length = length * 256 + der[at++];
            }
            if (tag == 0x30 || tag == 0x04) CollectNumbers(der, at, at + length, numbers);
            if (tag == 0x02) numbers.Add(der.Skip(at).Take(length).SkipWhile(one => one == 0).ToArray());
            at += length;
        }
    }

    static byte[] Padded(byte[] number, int size)
    {
        return new byte[size - number.Length].Concat(number).ToArray();
    }

    static void Main()
    {
        var url = Setting("URL");
        var appId = Setting("APP_ID");
        var privateKey = ReadKey(Setting("PRIVATE_KEY"));
        var jobFile = Environment.GetEnvironmentVariable("JOB");
        var job = "{\\"request_id\\":\\"1001\\",\\"stages\\":["
            + "{\\"type\\":\\"INPUT_INITIALIZE\\",\\"inputInitialize\\":{\\"seed\\":-1,\\"count\\":1}},"
            + "{\\"type\\":\\"DIFFUSION\\",\\"diffusion\\":{\\"width\\":512,\\"height\\":512,"
            + "\\"prompts\\":[{\\"text\\":\\"caf\\u00e9, \\u96ea\\"}]}}]}";`,

  indent: '        ',

  body: `// A file is read as bytes, and a job that is built here is serialized once, as UTF-8. Either way
// these are the bytes that are signed, and these are sent.
var body = string.IsNullOrEmpty(jobFile) ? Encoding.UTF8.GetBytes(job) : File.ReadAllBytes(jobFile);`,

  bytes: `// The content is written once, as bytes. These are signed, and these are sent.
var body = File.ReadAllBytes(jobFile);`,

  target: `// Path and query with their escapes, without origin and fragment. Uri writes some characters anew,
// and HttpClient sends what Uri has: both sides then have the same text. Mono sends a fragment too.
var address = new Uri(url.Split('#')[0]);
var target = address.PathAndQuery;`,

  timestamp: `// Whole seconds. The clock is read once: this text is signed, and this text is sent.
var timestamp = DateTimeOffset.UtcNow.ToUnixTimeSeconds().ToString();`,

  nonce: `// 128 random bits in hexadecimal digits, drawn once for each request.
var random = new byte[16];
using (var generator = RandomNumberGenerator.Create()) generator.GetBytes(random);
var nonce = BitConverter.ToString(random).Replace("-", "").ToLowerInvariant();`,

  text: `// A line feed behind each of the first four parts, even if the body is empty; then the body's
// bytes, and nothing behind them: Environment.NewLine is CR LF on Windows. The method is in upper case.
var head = "POST\\n" + target + "\\n" + timestamp + "\\n" + nonce + "\\n";
var text = Encoding.UTF8.GetBytes(head).Concat(body).ToArray();`,

  signature: `// RSASSA-PKCS1-v1_5 with SHA-256. SignData hashes, so it is given the text and not a digest of it.
var signed = privateKey.SignData(text, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1);
var signature = Convert.ToBase64String(signed);`,

  header: `// The auth type, a space, and four items: no quotes, no other blanks, nothing encoded again.
var items = "app_id=" + appId + ",nonce_str=" + nonce + ",timestamp=" + timestamp;
var authorization = "SVC-SHA256-RSA " + items + ",signature=" + signature;`,

  send: `// The bytes that were signed: PostAsJsonAsync would write others. The signature is for this target
// only, so no redirect is followed.
var handler = new HttpClientHandler { AllowAutoRedirect = false };
using (var client = new HttpClient(handler) { Timeout = TimeSpan.FromSeconds(30) })
using (var request = new HttpRequestMessage(new HttpMethod("POST"), address))
{
    request.Content = new ByteArrayContent(body);
    request.Content.Headers.TryAddWithoutValidation("Content-Type", "application/json; charset=UTF-8");
    request.Headers.TryAddWithoutValidation("Authorization", authorization);
    request.Headers.TryAddWithoutValidation("Accept", "application/json");
    var response = client.SendAsync(request).Result;
    Console.WriteLine((int)response.StatusCode);
    Console.WriteLine(response.Content.ReadAsStringAsync().Result);
}`,

  end: `    }
}`,
}
