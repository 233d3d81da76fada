import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.SignatureException;
import java.security.interfaces.RSAPrivateCrtKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.RSAPrivateCrtKeySpec;
import java.security.spec.RSAPublicKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * RSA keys, by java.security. A key factory ignores trailing bytes, so the key is built again from its numbers, and its
 * encoding must equal the input.
 */
final class Keys {
  record Private(PrivateKey key, RSAPublicKey publicHalf) {}

  private static final Pattern PEM =
      Pattern.compile("-----BEGIN ([A-Z ]+)-----\r?\n([0-9A-Za-z+/=\r\n]+)\r?\n-----END \\1-----(?:\r?\n)?");

  // AlgorithmIdentifier of rsaEncryption (RFC 3279, section 2.3.1).
  private static final byte[] RSA = HexFormat.of().parseHex("300d06092a864886f70d0101010500");
  private static final byte[] VERSION_0 = {2, 1, 0};
  private static final int BIT_STRING = 3, OCTET_STRING = 4, SEQUENCE = 0x30, ATTRIBUTES = 0xa0;

  // Each key is imported once: a run uses the same few keys hundreds of times.
  private static final Map<String, RSAPublicKey> PUBLIC = new HashMap<>();
  private static final Map<String, Private> PRIVATE = new HashMap<>();

  private Keys() {}

  private static Refused invalid() {
    return new Refused("key_invalid");
  }

  static RSAPublicKey publicKey(String pem) {
    return PUBLIC.computeIfAbsent(pem, Keys::importPublic);
  }

  static Private privateKey(String pem) {
    return PRIVATE.computeIfAbsent(pem, Keys::importPrivate);
  }

  private static RSAPublicKey importPublic(String pem) {
    var block = block(pem);
    var spki =
        switch (block.label()) {
          case "PUBLIC KEY" -> block.der();
          case "RSA PUBLIC KEY" -> der(SEQUENCE, RSA, der(BIT_STRING, new byte[1], block.der()));
          default -> throw invalid();
        };
    try {
      var factory = KeyFactory.getInstance("RSA");
      if (!(factory.generatePublic(new X509EncodedKeySpec(spki)) instanceof RSAPublicKey read)) throw invalid();
      var key = fit(factory, read.getModulus(), read.getPublicExponent());
      if (!Arrays.equals(key.getEncoded(), spki)) throw invalid();
      return key;
    } catch (GeneralSecurityException e) {
      throw invalid();
    }
  }

  private static Private importPrivate(String pem) {
    var block = block(pem);
    var pkcs8 =
        switch (block.label()) {
          case "PRIVATE KEY" -> withoutAttributes(block.der());
          case "RSA PRIVATE KEY" -> der(SEQUENCE, VERSION_0, RSA, der(OCTET_STRING, block.der()));
          default -> throw invalid();
        };
    try {
      var factory = KeyFactory.getInstance("RSA");
      if (!(factory.generatePrivate(new PKCS8EncodedKeySpec(pkcs8)) instanceof RSAPrivateCrtKey read)) throw invalid();
      var numbers =
          new RSAPrivateCrtKeySpec(
              read.getModulus(),
              read.getPublicExponent(),
              read.getPrivateExponent(),
              read.getPrimeP(),
              read.getPrimeQ(),
              read.getPrimeExponentP(),
              read.getPrimeExponentQ(),
              read.getCrtCoefficient());
      var key = new Private(factory.generatePrivate(numbers), fit(factory, read.getModulus(), read.getPublicExponent()));
      if (!Arrays.equals(key.key().getEncoded(), pkcs8)) throw invalid();
      // A test signature does not show a damaged d: the platform signs with p and q.
      if (!isConsistent(read) || !verifies(key.publicHalf(), sign(key, pkcs8), pkcs8)) throw invalid();
      return key;
    } catch (GeneralSecurityException e) {
      throw invalid();
    }
  }

  private static boolean isConsistent(RSAPrivateCrtKey key) {
    var e = key.getPublicExponent();
    var p = key.getPrimeP();
    var q = key.getPrimeQ();
    if (p.min(q).compareTo(BigInteger.TWO) < 0 || !p.multiply(q).equals(key.getModulus())) return false;
    return isInverse(e, key.getPrivateExponent(), p.subtract(BigInteger.ONE))
        && isInverse(e, key.getPrivateExponent(), q.subtract(BigInteger.ONE))
        && isInverse(e, key.getPrimeExponentP(), p.subtract(BigInteger.ONE))
        && isInverse(e, key.getPrimeExponentQ(), q.subtract(BigInteger.ONE))
        && isInverse(q, key.getCrtCoefficient(), p);
  }

  private static boolean isInverse(BigInteger a, BigInteger b, BigInteger modulus) {
    return a.multiply(b).mod(modulus).equals(BigInteger.ONE);
  }

  private static RSAPublicKey fit(KeyFactory factory, BigInteger modulus, BigInteger exponent) throws GeneralSecurityException {
    int bits = modulus.bitLength();
    boolean odd = modulus.testBit(0) && exponent.testBit(0);
    boolean fits = exponent.compareTo(BigInteger.valueOf(65537)) >= 0 && exponent.bitLength() <= 32;
    if (bits < 2048 || bits > 8192 || !odd || !fits) throw invalid();
    return (RSAPublicKey) factory.generatePublic(new RSAPublicKeySpec(modulus, exponent));
  }

  private record Block(String label, byte[] der) {}

  private static Block block(String pem) {
    var match = PEM.matcher(pem);
    if (!match.matches()) throw invalid();
    var text = match.group(2).replaceAll("[\r\n]", "");
    try {
      var der = Base64.getDecoder().decode(text);
      if (!Base64.getEncoder().encodeToString(der).equals(text)) throw invalid();
      return new Block(match.group(1), der);
    } catch (IllegalArgumentException e) {
      throw invalid();
    }
  }

  /** One element of DER. */
  private static byte[] der(int tag, byte[]... contents) {
    int length = Arrays.stream(contents).mapToInt(content -> content.length).sum();
    var out = new ByteArrayOutputStream();
    out.write(tag);
    if (length < 0x80) {
      out.write(length);
    } else {
      int size = (39 - Integer.numberOfLeadingZeros(length)) / 8;
      out.write(0x80 | size);
      for (int i = size - 1; i >= 0; i--) out.write(length >>> 8 * i);
    }
    for (var content : contents) out.writeBytes(content);
    return out.toByteArray();
  }

  private record Element(int tag, byte[] content) {
    byte[] der() {
      return Keys.der(tag, content);
    }
  }

  /** The elements that stand in DER one after the other. */
  private static List<Element> elements(byte[] der) {
    var found = new ArrayList<Element>();
    for (int at = 0, end; at < der.length; at = end) {
      if (der.length < at + 2) throw invalid();
      int size = Math.max(0, (der[at + 1] & 0xff) - 0x80);
      int start = at + 2 + size;
      if (size > 3 || start > der.length) throw invalid();
      int length = size == 0 ? der[at + 1] & 0xff : new BigInteger(1, Arrays.copyOfRange(der, at + 2, start)).intValue();
      end = start + length;
      if (end > der.length) throw invalid();
      var element = new Element(der[at] & 0xff, Arrays.copyOfRange(der, start, end));
      // Written again and compared: BER allows other lengths.
      if (!Arrays.equals(element.der(), Arrays.copyOfRange(der, at, end))) throw invalid();
      found.add(element);
    }
    return found;
  }

  /** PKCS#8 may end with a set of attributes (RFC 5208, section 5). The platform drops them, and does not write them again. */
  private static byte[] withoutAttributes(byte[] pkcs8) {
    var whole = elements(pkcs8);
    if (whole.size() != 1) throw invalid();
    var members = elements(whole.get(0).content());
    int last = members.size() - 1;
    if (last < 0 || members.get(last).tag() != ATTRIBUTES) return pkcs8;
    if (elements(members.get(last).content()).stream().anyMatch(attribute -> attribute.tag() != SEQUENCE)) throw invalid();
    return der(whole.get(0).tag(), members.subList(0, last).stream().map(Element::der).toArray(byte[][]::new));
  }

  static byte[] sha256(byte[] bytes) throws GeneralSecurityException {
    return MessageDigest.getInstance("SHA-256").digest(bytes);
  }

  static String fingerprint(PublicKey key) throws GeneralSecurityException {
    return HexFormat.of().formatHex(sha256(key.getEncoded()));
  }

  static int signatureLength(RSAPublicKey key) {
    return (key.getModulus().bitLength() + 7) / 8;
  }

  static byte[] sign(Private key, byte[] message) throws GeneralSecurityException {
    try {
      var signer = Signature.getInstance("SHA256withRSA");
      signer.initSign(key.key());
      signer.update(message);
      return signer.sign();
    } catch (SignatureException e) {
      throw invalid();
    }
  }

  /** Policy missing-null: this class also takes a DigestInfo without NULL. */
  static boolean verifies(RSAPublicKey key, byte[] signature, byte[] message) throws GeneralSecurityException {
    var verifier = Signature.getInstance("SHA256withRSA");
    verifier.initVerify(key);
    verifier.update(message);
    try {
      return verifier.verify(signature);
    } catch (SignatureException e) {
      return false; // of another length, or with a broken block
    }
  }
}
