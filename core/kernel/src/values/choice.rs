use std::sync::{OnceLock, PoisonError, RwLock};

/// A setting that the configuration says or, where it says none, admins choose.
#[derive(Debug)]
pub struct Choice<T> {
    configured: OnceLock<T>,
    chosen: RwLock<T>,
}

impl<T: Copy> Choice<T> {
    /// Creates a setting that is `default` until it is configured or chosen.
    pub fn new(default: T) -> Self {
        Self { configured: OnceLock::new(), chosen: RwLock::new(default) }
    }

    /// Sets the configured value at the start, if there is one. Later calls are ignored.
    pub fn configure(&self, value: Option<T>) {
        if let Some(value) = value {
            self.configured.get_or_init(|| value);
        }
    }

    /// Returns the configured value, else the chosen one.
    pub fn get(&self) -> T {
        let chosen = || *self.chosen.read().unwrap_or_else(PoisonError::into_inner);
        self.configured.get().copied().unwrap_or_else(chosen)
    }

    /// Sets the chosen value in this process; it applies unless another is configured.
    pub fn choose(&self, value: T) {
        *self.chosen.write().unwrap_or_else(PoisonError::into_inner) = value;
    }

    /// Checks whether the configuration says the value, so that admins cannot change it.
    pub fn is_fixed(&self) -> bool {
        self.configured.get().is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn configured_value_wins_over_the_chosen_one() {
        let choice = Choice::new(1);
        choice.configure(None);
        assert_eq!((choice.get(), choice.is_fixed()), (1, false));
        choice.choose(2);
        assert_eq!(choice.get(), 2);
        choice.configure(Some(3));
        choice.configure(Some(4));
        choice.choose(5);
        assert_eq!((choice.get(), choice.is_fixed()), (3, true));
    }
}
