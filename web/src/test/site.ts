/** A site with a wallet, as admins see it. */
export const adminSite = {
  name: "Sparkyard",
  modules: ["site", "wallet"],
  default_city: "London",
  mode: "tokens",
  mode_fixed: false,
  show_figures: false,
};

/** Set-up of a public site that nobody has finished. */
export const openSetUp = {
  finished: false,
  public_url: "https://swap.example.org",
  local_only: false,
  registration: "open",
  registration_fixed: false,
  welcome_tokens: 10,
  welcome_tokens_fixed: false,
  credit_limit: 0,
  warnings: [],
};
