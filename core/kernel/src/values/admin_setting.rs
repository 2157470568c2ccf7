use std::sync::{OnceLock, PoisonError, RwLock};

/// A setting that the configuration file sets or, if it does not, admins choose.
#[derive(Debug)]
pub struct AdminSetting<T> {
    configured: OnceLock<T>,
    chosen: RwLock<T>,
}

impl<T: Copy> AdminSetting<T> {
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

    /// Checks whether the configuration file sets the value, so that admins cannot change it.
    pub fn is_fixed(&self) -> bool {
        self.configured.get().is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn configured_value_wins_over_the_chosen_one() {
        let setting = AdminSetting::new(1);
        setting.configure(None);
        assert_eq!((setting.get(), setting.is_fixed()), (1, false));
        setting.choose(2);
        assert_eq!(setting.get(), 2);
        setting.configure(Some(3));
        setting.configure(Some(4));
        setting.choose(5);
        assert_eq!((setting.get(), setting.is_fixed()), (3, true));
    }
}
