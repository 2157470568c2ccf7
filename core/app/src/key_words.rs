//! Text of the master key for paper: 24 words of BIP 39, whole or as shares.
//!
//! A share is one of several texts of which a number together are the key (Shamir's secret
//! sharing); fewer say nothing about it. It begins with its number, the number of shares needed,
//! and the fingerprint of the key: `2-3-9f86d081 abandon …`.

use anyhow::{Context, bail, ensure};
use bip39::{Language, Mnemonic};
use blahaj::{Share, Sharks};
use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

/// Largest number of shares.
const MAX_SHARES: u8 = 16;
/// Number of words of a key or a share.
const WORDS: usize = 24;

/// Returns eight characters that tell keys apart and say nothing else about them.
pub(crate) fn fingerprint(key: &[u8; 32]) -> String {
    let digest = Sha256::new().chain_update("sparkyard key fingerprint").chain_update(key);
    HEXLOWER.encode(&digest.finalize()[..4])
}

/// Returns the words of the key.
pub(crate) fn whole(key: &[u8; 32]) -> String {
    words(key)
}

/// Splits the key into shares, of which `needed` are the key.
pub(crate) fn split(key: &[u8; 32], needed: u8, shares: u8) -> anyhow::Result<Vec<String>> {
    ensure!(
        (2..=shares).contains(&needed) && shares <= MAX_SHARES,
        "2 to {MAX_SHARES} shares are possible, of which at least 2 and at most all are needed"
    );
    let fingerprint = fingerprint(key);
    let dealt = Sharks(needed).dealer(key).take(usize::from(shares));
    dealt
        .map(|share| {
            let bytes = Vec::from(&share);
            let (number, content) = bytes.split_first().context("a share is never empty")?;
            Ok(format!("{number}-{needed}-{fingerprint} {}", words(content.try_into()?)))
        })
        .collect()
}

fn words(bytes: &[u8; 32]) -> String {
    match Mnemonic::from_entropy(bytes) {
        Ok(words) => words.to_string(),
        // 32 bytes are one of the lengths that BIP 39 has.
        Err(cause) => unreachable!("{cause}"),
    }
}

/// Reads the words of a key, or of enough of its shares in any order.
pub(crate) fn read(text: &str) -> anyhow::Result<[u8; 32]> {
    let text = text.to_lowercase();
    let mut tokens = text.split_whitespace().peekable();
    let mut shares: Vec<(Head, [u8; 32])> = Vec::new();
    let mut key = None;
    while let Some(&first) = tokens.peek() {
        let head = first.contains('-').then(|| Head::read(first)).transpose()?;
        if head.is_some() {
            tokens.next();
        }
        let words: Vec<&str> = tokens.by_ref().take(WORDS).collect();
        let content = read_words(&words)?;
        match head {
            Some(head) => shares.push((head, content)),
            None if key.is_none() => key = Some(content),
            None => bail!("there are more than {WORDS} words"),
        }
    }
    match key {
        Some(key) if shares.is_empty() => Ok(key),
        Some(_) => bail!("enter the whole key, or shares, not both"),
        None => combine(&shares),
    }
}

/// Beginning of a share.
#[derive(Debug, PartialEq, Eq)]
struct Head {
    number: u8,
    needed: u8,
    fingerprint: String,
}

impl Head {
    fn read(text: &str) -> anyhow::Result<Self> {
        let parts: Vec<&str> = text.split('-').collect();
        let wrong = || format!("{text:?} is no beginning of a share, like 2-3-9f86d081");
        let [number, needed, fingerprint] = parts[..] else { bail!(wrong()) };
        let number = number.parse().ok().filter(|number| *number > 0).with_context(wrong)?;
        let needed = needed.parse().ok().with_context(wrong)?;
        Ok(Self { number, needed, fingerprint: fingerprint.to_owned() })
    }
}

fn read_words(words: &[&str]) -> anyhow::Result<[u8; 32]> {
    ensure!(words.len() == WORDS, "a key or a share has {WORDS} words, not {}", words.len());
    let read = Mnemonic::parse_in_normalized(Language::English, &words.join(" "));
    let mnemonic = read.map_err(|cause| match cause {
        bip39::Error::UnknownWord(at) => {
            anyhow::anyhow!("{:?} is not a word of the list", words.get(at).unwrap_or(&""))
        }
        bip39::Error::InvalidChecksum => {
            anyhow::anyhow!("a word is wrong, or words are in another order")
        }
        other => anyhow::anyhow!("{other}"),
    })?;
    mnemonic.to_entropy().try_into().map_err(|_| anyhow::anyhow!("the words are too few"))
}

fn combine(shares: &[(Head, [u8; 32])]) -> anyhow::Result<[u8; 32]> {
    let (first, _) = shares.first().context("there are no words")?;
    let is_same =
        |head: &Head| (head.needed, &head.fingerprint) == (first.needed, &first.fingerprint);
    ensure!(shares.iter().all(|(head, _)| is_same(head)), "the shares are of different keys");
    let mut numbers: Vec<u8> = shares.iter().map(|(head, _)| head.number).collect();
    numbers.sort_unstable();
    numbers.dedup();
    ensure!(numbers.len() == shares.len(), "a share is there twice");
    ensure!(
        numbers.len() >= usize::from(first.needed),
        "{} shares are needed, and there are {}",
        first.needed,
        numbers.len()
    );
    let parts: Result<Vec<Share>, _> = shares
        .iter()
        .map(|(head, content)| {
            let bytes: Vec<u8> = std::iter::once(head.number).chain(*content).collect();
            Share::try_from(&*bytes)
        })
        .collect();
    let parts = parts.map_err(|cause| anyhow::anyhow!("{cause}"))?;
    let scheme = Sharks(first.needed);
    let recovered = scheme.recover(&parts);
    let bytes = recovered.map_err(|cause| anyhow::anyhow!("{cause}"))?;
    let key: [u8; 32] = bytes.try_into().map_err(|_| anyhow::anyhow!("the shares do not match"))?;
    ensure!(
        fingerprint(&key) == first.fingerprint,
        "the shares do not give the key: is the beginning of one wrong?"
    );
    Ok(key)
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: [u8; 32] = [
        0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 240, 241, 242, 243, 244, 245, 246,
        247, 248, 249, 250, 251, 252, 253, 254, 255,
    ];

    #[test]
    fn words_give_the_key() {
        let text = whole(&KEY);
        assert_eq!(text.split(' ').count(), WORDS);
        assert_eq!(read(&text).unwrap(), KEY);
        let sloppy = format!("  {}\n", text.to_uppercase().replace(' ', "\n \t"));
        assert_eq!(read(&sloppy).unwrap(), KEY);
    }

    #[test]
    fn any_shares_that_are_enough_give_the_key() {
        let shares = split(&KEY, 3, 5).unwrap();
        assert_eq!(shares.len(), 5);
        for one in 0..5 {
            for two in 0..5 {
                for three in 0..5 {
                    let chosen = [one, two, three].map(|at| shares[at].clone()).join("\n");
                    let distinct = one != two && two != three && one != three;
                    assert_eq!(read(&chosen).is_ok_and(|key| key == KEY), distinct);
                }
            }
        }
        assert_eq!(read(&shares.join(" ")).unwrap(), KEY, "all of them, in one line");
        let found = read(&shares[..2].join("\n")).unwrap_err().to_string();
        assert!(found.contains("3 shares are needed"), "{found}");
    }

    #[test]
    fn mistakes_are_named() {
        let text = whole(&KEY);
        let words: Vec<&str> = text.split(' ').collect();
        let mut swapped = words.clone();
        swapped.swap(3, 17);
        let misspelt = text.replacen(words[5], "sparkyard", 1);
        let shares = split(&KEY, 2, 3).unwrap();
        let other = split(&[9; 32], 2, 3).unwrap();
        let renumbered = format!("{}\n3{}", shares[0], &shares[1][1..]);
        for (text, expected) in [
            (String::new(), "there are no words"),
            (swapped.join(" "), "in another order"),
            (misspelt, "\"sparkyard\" is not a word"),
            (words[..23].join(" "), "has 24 words, not 23"),
            (format!("{text} {text}"), "more than 24"),
            (format!("{text} {}", shares[0]), "not both"),
            (format!("{} {}", shares[0], other[1]), "different keys"),
            (format!("{} {}", shares[0], shares[0]), "twice"),
            (renumbered, "is the beginning of one wrong"),
            (format!("0-2-aa {text}"), "no beginning of a share"),
            (format!("2-aa {text}"), "no beginning of a share"),
        ] {
            let found = read(&text).unwrap_err().to_string();
            assert!(found.contains(expected), "{found} for {text}");
        }
    }

    #[test]
    fn senseless_splits_are_refused() {
        for (needed, shares) in [(1, 3), (0, 0), (4, 3), (2, 17), (2, 1)] {
            assert!(split(&KEY, needed, shares).is_err(), "{needed} of {shares}");
        }
    }
}
