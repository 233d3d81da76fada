/*
 * The beginning of a port in C (C11, POSIX): it says hello and answers stringToSign.
 *
 * Each line of standard input is a JSON object. Answer each in one line of standard output, in order, and flush it. The rules are
 * in vectors/README.md of countersign. Add the other operations, one after the other, to OPS and to the hello. A line may have
 * 4 MiB. Run the suite once with -fsanitize=address,undefined as well.
 */
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How an operation ends early: the input breaks a rule, or the port has a mistake, which must not look like a refusal. */
static jmp_buf ended;
static const char *ended_as, *ended_why;

static _Noreturn void end(const char *outcome, const char *reason) {
  ended_as = outcome;
  ended_why = reason;
  longjmp(ended, 1);
}

static void check(bool holds, const char *reason) {
  if (!holds) end("reject", reason);
}

/* Memory for one answer. All of it is freed after the answer. */
typedef struct Block {
  struct Block *next;
  char *data;
} Block;
static Block *blocks;

static void *take(size_t size) {
  Block *block = malloc(sizeof *block);
  char *data = calloc(1, size + 1);
  if (!block || !data) abort();
  *block = (Block){blocks, data};
  blocks = block;
  return data;
}

static void give_back(void) {
  while (blocks) {
    Block *block = blocks;
    blocks = block->next;
    free(block->data);
    free(block);
  }
}

/* Bytes with their length: a text may hold U+0000. */
typedef struct {
  const char *data;
  size_t size;
} Bytes;

/* A JSON value. A word is a number as it is written, true, false or null. An object and an array are chains of children. */
typedef struct Json {
  enum { WORD, TEXT, LIST, OBJECT } kind;
  Bytes name, text;
  struct Json *child, *next;
} Json;

/* Reads the runner's lines, which are right. A job needs more care: its rules are on the page. */
static const char *at;

static char next_mark(void) {
  while (*at == ' ' || *at == '\t' || *at == '\r' || *at == '\n') at++;
  return *at;
}

static unsigned read_hex(const char *digits, int count) {
  unsigned value = 0;
  for (int i = 0; i < count; i++) {
    char c = digits[i];
    value = value * 16 + (unsigned)(c <= '9' ? c - '0' : (c | 32) - 'a' + 10);
  }
  return value;
}

static char *put_utf8(char *out, unsigned point) {
  if (point < 0x80) {
    *out++ = (char)point;
    return out;
  }
  if (point < 0x800) {
    *out++ = (char)(0xC0 | point >> 6);
  } else {
    if (point < 0x10000) {
      *out++ = (char)(0xE0 | point >> 12);
    } else {
      *out++ = (char)(0xF0 | point >> 18);
      *out++ = (char)(0x80 | (point >> 12 & 0x3F));
    }
    *out++ = (char)(0x80 | (point >> 6 & 0x3F));
  }
  *out++ = (char)(0x80 | (point & 0x3F));
  return out;
}

static Bytes read_text(void) {
  const char *close = ++at;
  while (*close != '"') close += *close == '\\' ? 2 : 1;
  char *data = take((size_t)(close - at)), *out = data;
  while (*at != '"') {
    if (*at != '\\') {
      *out++ = *at++;
      continue;
    }
    at += 2;
    switch (at[-1]) {
      case 'b': *out++ = '\b'; break;
      case 'f': *out++ = '\f'; break;
      case 'n': *out++ = '\n'; break;
      case 'r': *out++ = '\r'; break;
      case 't': *out++ = '\t'; break;
      case 'u': {
        unsigned point = read_hex(at, 4);
        at += 4;
        if (point >> 10 == 0x36) { /* the first half of a pair; the other is \uDC00 to \uDFFF */
          point = 0x10000 + ((point & 0x3FF) << 10) + (read_hex(at + 2, 4) & 0x3FF);
          at += 6;
        }
        out = put_utf8(out, point);
        break;
      }
      default: *out++ = at[-1];
    }
  }
  at++;
  return (Bytes){data, (size_t)(out - data)};
}

static Json *read_value(void) {
  Json *value = take(sizeof *value), **last = &value->child;
  char first = next_mark();
  if (first == '"') {
    value->kind = TEXT;
    value->text = read_text();
  } else if (first == '{' || first == '[') {
    value->kind = first == '{' ? OBJECT : LIST;
    at++;
    while (next_mark() != '}' && *at != ']') {
      if (*at == ',') {
        at++;
        continue;
      }
      Bytes name = {"", 0};
      if (first == '{') {
        name = read_text();
        next_mark();
        at++; /* the colon */
      }
      *last = read_value();
      (*last)->name = name;
      last = &(*last)->next;
    }
    at++;
  } else {
    value->kind = WORD;
    value->text = (Bytes){at, strcspn(at, ",]} \t\r\n")};
    if (value->text.size == 0) abort(); /* a line that is no JSON */
    at += value->text.size;
  }
  return value;
}

/* The member of this name, or NULL. */
static const Json *find(const Json *object, const char *name) {
  const Json *member = object->child;
  while (member && !(member->name.size == strlen(name) && memcmp(member->name.data, name, member->name.size) == 0))
    member = member->next;
  return member;
}

static const Json *member(const Json *object, const char *name) {
  const Json *found = find(object, name);
  if (!found) end("error", name);
  return found;
}

static Bytes text(const Json *object, const char *name) {
  const Json *found = member(object, name);
  if (found->kind != TEXT) end("error", name);
  return found->text;
}

static bool is(Bytes given, const char *word) {
  return given.size == strlen(word) && memcmp(given.data, word, given.size) == 0;
}

/* Whether a text has so many bytes, all in A-Z a-z 0-9 or among others. */
static bool has(Bytes given, size_t least, size_t most, const char *others) {
  for (size_t i = 0; i < given.size; i++) {
    char c = given.data[i];
    bool is_plain = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
    if (!is_plain && (c == 0 || !strchr(others, c))) return false; /* strchr finds the 0 at the end */
  }
  return given.size >= least && given.size <= most;
}

static Bytes bytes_of(Bytes hex) {
  char *data = take(hex.size / 2);
  for (size_t i = 0; i < hex.size / 2; i++) data[i] = (char)read_hex(hex.data + 2 * i, 2);
  return (Bytes){data, hex.size / 2};
}

/* The bytes of a body. A text comes as its UTF-16BE code units and is sent in UTF-8. */
static Bytes content(const Json *value) {
  if (find(value, "hex")) return bytes_of(text(value, "hex"));
  const Json *repeat = find(value, "repeat");
  if (repeat) {
    Bytes piece = bytes_of(text(repeat, "hex"));
    size_t times = strtoul(member(repeat, "times")->text.data, NULL, 10);
    char *data = take(piece.size * times);
    for (size_t i = 0; i < times; i++) memcpy(data + i * piece.size, piece.data, piece.size);
    return (Bytes){data, piece.size * times};
  }
  Bytes units = text(value, "utf16");
  char *data = take(units.size), *out = data;
  for (size_t i = 0; i < units.size; i += 4) {
    unsigned point = read_hex(units.data + i, 4);
    if (point >> 11 == 0x1B) { /* half a pair: the first half, and the other must follow */
      unsigned low = i + 8 <= units.size ? read_hex(units.data + i + 4, 4) : 0;
      check(point < 0xDC00 && low >> 10 == 0x37, "body_not_unicode");
      point = 0x10000 + ((point & 0x3FF) << 10) + (low & 0x3FF);
      i += 4;
    }
    out = put_utf8(out, point);
  }
  return (Bytes){data, (size_t)(out - data)};
}

/* Of `scheme://authority…` what follows; of any other URL all of it. */
static Bytes after_authority(Bytes url) {
  size_t scheme = 0;
  while (scheme < url.size && url.data[scheme] != ':') scheme++;
  bool begins = url.size > 0 && ((url.data[0] | 32) >= 'a' && (url.data[0] | 32) <= 'z');
  if (!begins || !has((Bytes){url.data, scheme}, 1, url.size, "+-.")) return url;
  if (url.size < scheme + 3 || memcmp(url.data + scheme, "://", 3) != 0) return url;
  size_t start = scheme + 3, stop = start;
  while (stop < url.size && url.data[stop] != '/' && url.data[stop] != '?') stop++;
  if (!has((Bytes){url.data + start, stop - start}, 1, url.size, "._~%!$&'()*+,;=:@[]-")) return url;
  return (Bytes){url.data + stop, url.size - stop};
}

/* What a request for this URL sends as its target. No part is normalised. */
static Bytes target_of(Bytes url) {
  const char *fragment = memchr(url.data, '#', url.size);
  if (fragment) url.size = (size_t)(fragment - url.data);
  Bytes target = after_authority(url);
  if (target.data != url.data && (target.size == 0 || target.data[0] == '?')) {
    char *data = take(target.size + 1);
    data[0] = '/';
    memcpy(data + 1, target.data, target.size);
    target = (Bytes){data, target.size + 1};
  }
  check(target.size > 0 && target.data[0] == '/', "target_invalid");
  check(has(target, 1, 8192, "!\"$%&'()*+,-./:;<=>?@[\\]^_`{|}~"), "target_invalid");
  return target;
}

/* The value of an answer is written to this file, unless the answer is `accept` and has none. */
static void string_to_sign(const Json *input, FILE *value) {
  Bytes method = text(input, "method"), timestamp = text(input, "timestamp"), nonce = text(input, "nonce");
  check(has(method, 1, 32, "!#$%&'*+-.^_`|~"), "method_invalid");
  Bytes target = target_of(text(input, "url"));
  bool is_number = timestamp.size >= 1 && timestamp.size <= 16 && strspn(timestamp.data, "0123456789") == timestamp.size;
  check(is_number && (timestamp.data[0] != '0' || timestamp.size == 1), "timestamp_malformed");
  check(strtoull(timestamp.data, NULL, 10) <= 9007199254740991, "timestamp_malformed");
  check(has(nonce, 1, 128, "-"), "nonce_malformed");
  Bytes body = content(member(input, "body"));
  char *upper = take(method.size);
  for (size_t i = 0; i < method.size; i++)
    upper[i] = method.data[i] >= 'a' && method.data[i] <= 'z' ? (char)(method.data[i] - 32) : method.data[i];
  Bytes line_feed = {"\n", 1};
  Bytes parts[] = {{upper, method.size}, line_feed, target, line_feed, timestamp, line_feed, nonce, line_feed, body};
  fputs("{\"hex\":\"", value);
  for (size_t part = 0; part < sizeof parts / sizeof *parts; part++)
    for (size_t i = 0; i < parts[part].size; i++) {
      unsigned char byte = (unsigned char)parts[part].data[i];
      fputc("0123456789abcdef"[byte >> 4], value);
      fputc("0123456789abcdef"[byte & 15], value);
    }
  fputs("\"}", value);
}

static const struct {
  const char *name;
  void (*answer)(const Json *input, FILE *value);
} OPS[] = {
    {"stringToSign", string_to_sign},
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
enum { COUNT = sizeof OPS / sizeof *OPS };

static void say_hello(void) {
  fputs("{\"type\":\"hello\",\"name\":\"my-port\",\"version\":\"1\",\"language\":\"C\",\"policies\":[],\"ops\":[", stdout);
  for (size_t i = 0; i < COUNT; i++) printf("%s\"%s\"", i == 0 ? "" : ",", OPS[i].name);
  fputs("]}\n", stdout);
}

static void answer(const Json *message) {
  Bytes seq = member(message, "seq")->text, op = text(message, "op");
  char *made = NULL;
  size_t size = 0;
  FILE *value = open_memstream(&made, &size);
  printf("{\"seq\":%.*s,\"outcome\":", (int)seq.size, seq.data);
  size_t i = 0;
  while (i < COUNT && !is(op, OPS[i].name)) i++;
  if (i == COUNT) {
    fclose(value);
    fputs("\"unsupported\"", stdout);
  } else if (setjmp(ended) == 0) {
    OPS[i].answer(member(message, "input"), value);
    fclose(value);
    if (size == 0) fputs("\"accept\"", stdout);
    else printf("\"value\",\"value\":%s", made);
  } else {
    fclose(value);
    printf("\"%s\",\"reason\":\"%s\"", ended_as, ended_why);
  }
  fputs("}\n", stdout);
  free(made);
}

int main(void) {
  char *line = NULL;
  size_t size = 0;
  while (getline(&line, &size, stdin) > 0) {
    if (setjmp(ended) != 0) abort(); /* a line that is no message */
    at = line;
    const Json *message = read_value();
    Bytes type = text(message, "type");
    if (is(type, "bye")) break;
    if (is(type, "hello")) say_hello();
    if (is(type, "run")) answer(message);
    fflush(stdout);
    give_back();
  }
  give_back();
  free(line);
  return 0;
}
