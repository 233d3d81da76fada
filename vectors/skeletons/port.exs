# The beginning of a port in Elixir: it says hello and answers stringToSign.
#
# Each line of standard input is a JSON object. Answer each in one line of standard output, in order, and flush it. The rules are
# in vectors/README.md of countersign. Add the other operations, one after the other, to MyPort.ops/0.

defmodule Json do
  @moduledoc "Reads the runner's lines, which are right. A job needs more care: its rules are on the page."

  @doc "An object is a map, an array a list, and null is :null."
  def read(text), do: text |> value() |> elem(0)

  defp value(<<c, rest::binary>>) when c in ~c" \t\r\n", do: value(rest)
  defp value("{" <> rest), do: members(rest, %{})
  defp value("[" <> rest), do: items(rest, [])
  defp value("\"" <> rest), do: text(rest, [])
  defp value("true" <> rest), do: {true, rest}
  defp value("false" <> rest), do: {false, rest}
  defp value("null" <> rest), do: {:null, rest}

  defp value(rest) do
    [word] = Regex.run(~r/\A[0-9eE.+-]+/, rest)
    {_, after_word} = String.split_at(rest, String.length(word))

    case Integer.parse(word) do
      {number, ""} -> {number, after_word}
      _ -> {word |> Float.parse() |> elem(0), after_word}
    end
  end

  defp members(<<c, rest::binary>>, found) when c in ~c" ,\t\r\n", do: members(rest, found)
  defp members("}" <> rest, found), do: {found, rest}

  defp members("\"" <> rest, found) do
    {name, rest} = text(rest, [])
    ":" <> rest = String.trim_leading(rest)
    {member, rest} = value(rest)
    members(rest, Map.put(found, name, member))
  end

  defp items(<<c, rest::binary>>, found) when c in ~c" ,\t\r\n", do: items(rest, found)
  defp items("]" <> rest, found), do: {Enum.reverse(found), rest}

  defp items(rest, found) do
    {item, rest} = value(rest)
    items(rest, [item | found])
  end

  # The rest of a text whose first quote has been read.
  defp text("\"" <> rest, made), do: {made |> Enum.reverse() |> IO.iodata_to_binary(), rest}

  defp text(<<"\\u", digits::binary-4, rest::binary>>, made) do
    case {String.to_integer(digits, 16), rest} do
      {high, <<"\\u", low::binary-4, rest::binary>>} when high in 0xD800..0xDBFF ->
        text(rest, [:unicode.characters_to_binary(<<high::16, String.to_integer(low, 16)::16>>, {:utf16, :big}) | made])

      {point, rest} ->
        text(rest, [<<point::utf8>> | made])
    end
  end

  defp text(<<"\\", c, rest::binary>>, made) do
    text(rest, [Map.get(%{?b => ?\b, ?f => ?\f, ?n => ?\n, ?r => ?\r, ?t => ?\t}, c, c) | made])
  end

  defp text(<<c, rest::binary>>, made), do: text(rest, [c | made])

  @doc "A value as JSON."
  def write(:null), do: "null"
  def write(value) when is_boolean(value) or is_number(value), do: to_string(value)
  def write(value) when is_list(value), do: "[" <> Enum.map_join(value, ",", &write/1) <> "]"

  def write(value) when is_map(value) do
    "{" <> Enum.map_join(value, ",", fn {name, member} -> write(to_string(name)) <> ":" <> write(member) end) <> "}"
  end

  def write(text) do
    "\"" <> Regex.replace(~r/["\\\x00-\x1f]/, text, fn <<c>> -> "\\u00" <> Base.encode16(<<c>>, case: :lower) end) <> "\""
  end
end

defmodule Refused do
  defexception [:message]
end

defmodule Rules do
  @moduledoc "The rules of the parts. With ^ and $ a line feed at the end would pass: \\A and \\z."

  @token ~r/\A[!#$%&'*+.^_`|~0-9A-Za-z-]{1,32}\z/
  @origin ~r"\A[A-Za-z][0-9A-Za-z+.-]*://[0-9A-Za-z._~%!$&'()*+,;=:@\[\]-]+(?=[/?]|\z)"
  @target ~r"\A/[\x21\x22\x24-\x7e]{0,8191}\z"
  @timestamp ~r/\A(?:0|[1-9][0-9]{0,15})\z/
  @nonce ~r/\A[0-9A-Za-z-]{1,128}\z/

  # The text, if it has the form.
  defp check(text, form, reason), do: if(Regex.match?(form, text), do: text, else: raise(Refused, reason))

  def method(text), do: text |> check(@token, "method_invalid") |> String.upcase(:ascii)
  def nonce(text), do: check(text, @nonce, "nonce_malformed")

  def timestamp(text) do
    check(text, @timestamp, "timestamp_malformed")
    if String.to_integer(text) > 9_007_199_254_740_991, do: raise(Refused, "timestamp_malformed"), else: text
  end

  # What a request for this URL sends as its target. No part is normalised.
  def target(url) do
    [sent | _] = String.split(url, "#", parts: 2)
    rest = Regex.replace(@origin, sent, "")
    path = if rest != sent and not String.starts_with?(rest, "/"), do: "/" <> rest, else: rest
    check(path, @target, "target_invalid")
  end

  # The bytes of a body. A text comes as its UTF-16BE code units and is sent in UTF-8.
  def content(%{"hex" => hex}), do: Base.decode16!(hex, case: :mixed)
  def content(%{"repeat" => %{"hex" => hex, "times" => times}}), do: hex |> Base.decode16!(case: :mixed) |> String.duplicate(times)

  def content(%{"utf16" => hex}) do
    case hex |> Base.decode16!(case: :mixed) |> :unicode.characters_to_binary({:utf16, :big}) do
      text when is_binary(text) -> text
      _ -> raise(Refused, "body_not_unicode")
    end
  end
end

defmodule MyPort do
  # What an operation returns is the answer's value; :accept is an answer without one.
  def ops do
    %{
      "stringToSign" => &string_to_sign/1
      # parseAuthorization: authType, authorization (an array of header values)
      #   -> {"scheme":"signed","appId","nonce","timestamp","signature"} or {"scheme":"bearer","token"}
      # formatAuthorization: authType, appId, nonce, timestamp, signature; or token alone
      #   -> the header's value
      # sign: privateKey, authType, appId, method, url, timestamp, body, and nonce or times
      #   -> {"method","target","authorization"}; with times an array of so many, each with a fresh nonce
      # verify: edition, authType, maxAge, maxSkew, bodyLimit, keys, tokens, steps
      #   -> for each step {"outcome":"accept","appId"} or {"outcome":"reject","reason"}
      # rsaVerify: key, message, signature
      #   -> accept, or reject for signature_malformed or signature_invalid
      # importKey: use, pem
      #   -> {"bits","fingerprint"}
      # decodeJob: body
      #   -> the job
      # encodeJob: job
      #   -> {"hex"} of a JSON text
      # request: baseUrl, edition, authType, credentials, timestamp, nonce, body
      #   -> {"method","target","headers":[[name, value]],"body":{"hex"}}
    }
  end

  def string_to_sign(input) do
    parts = [
      Rules.method(input["method"]),
      Rules.target(input["url"]),
      Rules.timestamp(input["timestamp"]),
      Rules.nonce(input["nonce"]),
      Rules.content(input["body"])
    ]

    %{hex: parts |> Enum.join("\n") |> Base.encode16(case: :lower)}
  end

  def run(op, input) do
    case Map.fetch(ops(), op) do
      :error -> %{outcome: "unsupported"}
      {:ok, answer} -> answered(answer.(input))
    end
  rescue
    refused in Refused -> %{outcome: "reject", reason: refused.message}
    # A mistake of the port: it must not look like a refusal.
    error -> %{outcome: "error", reason: Exception.message(error)}
  end

  defp answered(:accept), do: %{outcome: "accept"}
  defp answered(value), do: %{outcome: "value", value: value}

  def hello do
    %{
      type: "hello",
      name: "my-port",
      version: "1",
      language: "Elixir " <> System.version(),
      ops: Map.keys(ops()),
      policies: []
    }
  end

  def talk do
    with line when is_binary(line) <- IO.binread(:stdio, :line),
         message = Json.read(line),
         type when type != "bye" <- message["type"] do
      if type == "hello", do: say(hello())
      if type == "run", do: say(Map.put(run(message["op"], message["input"]), :seq, message["seq"]))
      talk()
    end
  end

  defp say(answer), do: IO.binwrite(:stdio, [Json.write(answer), "\n"])
end

# Bytes in and out, as they are.
:io.setopts(:standard_io, encoding: :latin1)
MyPort.talk()
