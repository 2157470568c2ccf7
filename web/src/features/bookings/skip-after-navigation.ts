/**
 * Returns `callback` as a function that does nothing once the page's path has changed.
 *
 * The event stream often shows a change before its request is answered, and then the button that
 * sent it is gone. Callbacks passed to `mutate` are dropped with their component; those of a
 * promise are not, and must not move somebody who has left the page.
 */
export function skipAfterNavigation<Args extends unknown[]>(callback: (...args: Args) => void) {
  const { pathname } = window.location;
  return (...args: Args) => {
    if (window.location.pathname === pathname) callback(...args);
  };
}

/**
 * Runs a mutation, and then `onDone` unless the user has left the page, even if the component is
 * unmounted by then. The mutation's `error` reports a failure.
 */
export function runMutation<Variables, Data>(
  mutation: { mutateAsync: (variables: Variables) => Promise<Data> },
  variables: Variables,
  onDone: (data: Data) => void,
): void {
  mutation.mutateAsync(variables).then(skipAfterNavigation(onDone), () => undefined);
}
