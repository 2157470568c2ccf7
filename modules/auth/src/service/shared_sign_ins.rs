//! Accounts signed in to from the same place. Reports what they share, never the place.

use std::net::IpAddr;

use sparkyard_kernel::{
    ClientAddress, UserId,
    ports::{SharedSignIn, Sharing},
};

use super::AuthService;
use crate::{error::AuthError, model::session::SignInPlace};

impl AuthService {
    /// Returns the pairs among `users` whose latest sessions share a network.
    pub(crate) async fn shared_sign_ins(
        &self,
        users: &[UserId],
    ) -> Result<Vec<SharedSignIn>, AuthError> {
        let mut places = Vec::new();
        for user in users {
            places.push((user, self.store.sign_in_places(user).await?));
        }
        let mut shared = Vec::new();
        for (index, (one, here)) in places.iter().enumerate() {
            for (other, there) in &places[index + 1..] {
                let pairs = here.iter().flat_map(|one| there.iter().map(move |two| (one, two)));
                if let Some(sharing) = pairs.filter_map(|(one, two)| sharing(one, two)).max() {
                    let (one, other) = (UserId::clone(one), UserId::clone(other));
                    shared.push(SharedSignIn { one, other, sharing });
                }
            }
        }
        Ok(shared)
    }
}

fn sharing(one: &SignInPlace, other: &SignInPlace) -> Option<Sharing> {
    let network = network(&one.address).filter(|found| network(&other.address) == Some(*found));
    network.map(|_| match one.device == other.device {
        true => Sharing::Device,
        false => Sharing::Network,
    })
}

/// Returns the network of an address; `None` for a loopback address, from which an untrusted proxy
/// on the server connects.
fn network(address: &str) -> Option<IpAddr> {
    let address: IpAddr = address.parse().ok()?;
    (!address.is_loopback()).then(|| ClientAddress(address).network())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sign_ins_share_a_device_or_network() {
        let place = |device: &str, address: &str| SignInPlace {
            device: device.to_owned(),
            address: address.to_owned(),
        };
        let home = place("Firefox", "203.0.113.7");
        for (other, expected) in [
            (place("Firefox", "203.0.113.7"), Some(Sharing::Device)),
            (place("Safari", "203.0.113.7"), Some(Sharing::Network)),
            (place("Firefox", "203.0.113.8"), None),
        ] {
            assert_eq!(sharing(&home, &other), expected);
        }
        let six = |end: &str| place("Firefox", &format!("2001:db8:1:2:{end}"));
        assert_eq!(sharing(&six(":9"), &six("a:b:c:d")), Some(Sharing::Device));
        let own = place("Firefox", "127.0.0.1");
        assert_eq!(sharing(&own, &own), None);
    }
}
