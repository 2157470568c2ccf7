/*
 * Stands in for Stripe's script in browser tests: shows a form for a test card, and pays through
 * the stand-in for Stripe's API. Same calls, none of the looks.
 */
window.Stripe = (publishableKey) => {
  const post = async (path, fields) => {
    const body = new URLSearchParams({ key: publishableKey, ...fields });
    const answer = await fetch(`https://api.stripe.com/browser/${path}`, { method: "POST", body });
    return answer.json();
  };
  const ask = () =>
    new Promise((resolve) => {
      const dialog = document.createElement("dialog");
      dialog.setAttribute("aria-label", "Your bank asks");
      for (const [text, passes] of [
        ["Confirm payment", true],
        ["Reject payment", false],
      ]) {
        const button = document.createElement("button");
        button.textContent = text;
        button.onclick = () => {
          dialog.remove();
          resolve(passes);
        };
        dialog.append(button);
      }
      document.body.append(dialog);
      dialog.showModal();
    });
  const elements = ({ clientSecret }) => {
    const number = document.createElement("input");
    const field = document.createElement("label");
    field.append("Card number ", number);
    const listeners = {};
    return {
      clientSecret,
      number: () => number.value,
      create: () => ({
        on: (event, listener) => {
          listeners[event] = listener;
        },
        mount: (node) => {
          node.append(field);
          listeners.ready();
        },
        destroy: () => field.remove(),
      }),
    };
  };
  return {
    _registerWrapper: () => undefined,
    registerAppInfo: () => undefined,
    elements,
    confirmSetup: async ({ elements: form }) => {
      const fields = { client_secret: form.clientSecret, number: form.number() };
      let answer = await post("confirm_setup", fields);
      if (answer.status === "requires_action" && (await ask())) {
        answer = await post("confirm_setup", { ...fields, passed: true });
      }
      if (answer.status === "requires_action") {
        answer = { error: { message: "We are unable to authenticate your payment method." } };
      }
      return answer.error ? { error: answer.error } : { setupIntent: answer };
    },
    confirmPayment: async ({ elements: form, clientSecret }) => {
      const client_secret = clientSecret ?? form.clientSecret;
      const typed = form && { number: form.number() };
      let answer = await post("confirm", { client_secret, ...typed });
      if (answer.status === "requires_action") {
        const passes = await ask();
        answer = await post("authenticate", { client_secret, passes });
        if (answer.last_payment_error) answer = { error: answer.last_payment_error };
      }
      return answer.error ? { error: answer.error } : { paymentIntent: answer };
    },
  };
};
