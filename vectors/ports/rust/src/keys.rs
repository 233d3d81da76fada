//! RSA keys: PEM and DER read strictly, and what is done with a key. The crypto is that of the `rsa` crate.

use base64ct::{Base64, Encoding};
use rsa::pkcs1::der::asn1::{AnyRef, OctetStringRef};
use rsa::pkcs1::der::{self, Decode, Encode, Reader, SliceReader, Tag, TagNumber, Tagged};
use rsa::pkcs1::{self, UintRef};
use rsa::pkcs1v15::Pkcs1v15Sign;
use rsa::pkcs8::spki::{AlgorithmIdentifierRef, EncodePublicKey, SubjectPublicKeyInfoRef};
use rsa::sha2::{Digest, Sha256};
use rsa::traits::{PrivateKeyParts, PublicKeyParts};
use rsa::{BigUint, RsaPrivateKey, RsaPublicKey};

use crate::scheme::{Refusal, Verdict};

pub fn sha256(bytes: &[u8]) -> [u8; 32] {
    Sha256::digest(bytes).into()
}

pub struct PublicKey {
    key: RsaPublicKey,
    pub fingerprint: [u8; 32],
}

impl PublicKey {
    pub fn from_pem(pem: &str) -> Verdict<PublicKey> {
        public(pem).ok_or(Refusal("key_invalid"))
    }

    pub fn bits(&self) -> usize {
        self.key.n().bits()
    }

    /// The length of its signatures in bytes.
    pub fn size(&self) -> usize {
        self.key.size()
    }

    pub fn verify(&self, message: &[u8], signature: &[u8]) -> bool {
        self.key.verify(Pkcs1v15Sign::new::<Sha256>(), &sha256(message), signature).is_ok()
    }

    fn of(n: UintRef, e: UintRef) -> Option<PublicKey> {
        let exponent =
            e.as_bytes().iter().try_fold(0u32, |sum, byte| Some(sum.checked_mul(256)? | u32::from(*byte)))?;
        let modulus = BigUint::from_bytes_be(n.as_bytes());
        let odd = exponent & 1 == 1 && n.as_bytes().last()? & 1 == 1;
        if !(2048..=8192).contains(&modulus.bits()) || exponent < 65537 || !odd {
            return None;
        }
        // Unchecked by the crate, whose own limit is 4096 bits.
        let key = RsaPublicKey::new_unchecked(modulus, exponent.into());
        let fingerprint = sha256(key.to_public_key_der().ok()?.as_bytes());
        Some(PublicKey { key, fingerprint })
    }
}

pub struct PrivateKey {
    key: RsaPrivateKey,
    pub public: PublicKey,
}

impl PrivateKey {
    pub fn from_pem(pem: &str) -> Verdict<PrivateKey> {
        private(pem).ok_or(Refusal("key_invalid"))
    }

    /// Base64 of the signature. It is deterministic; the crate checks it against the public key.
    pub fn sign(&self, message: &[u8]) -> Verdict<String> {
        let signature = self.key.sign(Pkcs1v15Sign::new::<Sha256>(), &sha256(message));
        signature.map(|bytes| Base64::encode_string(&bytes)).map_err(|_| Refusal("signer_failed"))
    }
}

fn public(pem: &str) -> Option<PublicKey> {
    if let Some(der) = block(pem, "RSA PUBLIC KEY") {
        return of_pkcs1(&der);
    }
    let der = block(pem, "PUBLIC KEY")?;
    let info = SubjectPublicKeyInfoRef::from_der(&der).ok().filter(|info| is_plain_rsa(&info.algorithm))?;
    of_pkcs1(info.subject_public_key.as_bytes()?)
}

fn of_pkcs1(der: &[u8]) -> Option<PublicKey> {
    let key = pkcs1::RsaPublicKey::from_der(der).ok()?;
    PublicKey::of(key.modulus, key.public_exponent)
}

fn private(pem: &str) -> Option<PrivateKey> {
    if let Some(der) = block(pem, "RSA PRIVATE KEY") {
        return of_private_pkcs1(&der);
    }
    let der = block(pem, "PRIVATE KEY")?;
    of_private_pkcs1(private_key_info(&der).ok()??)
}

/// The key in a PKCS#8, perhaps before a set of attributes (RFC 5208, section 5), which is ignored. The crate's own
/// `PrivateKeyInfo` takes several sets.
fn private_key_info(der: &[u8]) -> der::Result<Option<&[u8]>> {
    AnyRef::from_der(der)?.sequence(|members| {
        let version: u8 = members.decode()?;
        let algorithm: AlgorithmIdentifierRef = members.decode()?;
        let key: OctetStringRef = members.decode()?;
        if !members.is_finished() {
            let set: AnyRef = members.decode()?;
            set.tag().assert_eq(Tag::ContextSpecific { constructed: true, number: TagNumber::N0 })?;
            let mut attributes = SliceReader::new(set.value())?;
            while !attributes.is_finished() {
                attributes.decode::<AnyRef>()?.tag().assert_eq(Tag::Sequence)?;
            }
        }
        Ok((version == 0 && is_plain_rsa(&algorithm)).then_some(key.as_bytes()))
    })
}

fn of_private_pkcs1(der: &[u8]) -> Option<PrivateKey> {
    let key = pkcs1::RsaPrivateKey::from_der(der).ok().filter(|key| key.other_prime_infos.is_none())?;
    let public = PublicKey::of(key.modulus, key.public_exponent)?;
    let big = |number: UintRef| BigUint::from_bytes_be(number.as_bytes());
    let primes = vec![big(key.prime1), big(key.prime2)];
    // Refuses numbers that do not match, and computes the last three anew.
    let made =
        RsaPrivateKey::from_components(big(key.modulus), big(key.public_exponent), big(key.private_exponent), primes)
            .ok()?;
    let same = made.dp() == Some(&big(key.exponent1))
        && made.dq() == Some(&big(key.exponent2))
        && made.crt_coefficient() == Some(big(key.coefficient));
    same.then_some(PrivateKey { key: made, public })
}

/// rsaEncryption with parameters NULL: neither EC nor id-RSASSA-PSS.
fn is_plain_rsa(algorithm: &AlgorithmIdentifierRef) -> bool {
    algorithm.to_der().ok() == pkcs1::ALGORITHM_ID.to_der().ok()
}

/// The content of the one block in `pem`, if it has this label and no text around it.
fn block(pem: &str, label: &str) -> Option<Vec<u8>> {
    let text = pem.replace("\r\n", "\n");
    let text = text.strip_suffix('\n').unwrap_or(&text);
    let text = text.strip_prefix(&format!("-----BEGIN {label}-----\n"))?;
    let text = text.strip_suffix(&format!("\n-----END {label}-----"))?;
    // The hyphens of a second block are not Base64.
    Base64::decode_vec(&text.replace('\n', "")).ok()
}
