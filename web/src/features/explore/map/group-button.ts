import { initials } from "@/components/avatar";
import { cx } from "@/lib/cx";
import { type Group, groupName } from "./groups";

const baseClass =
  "pointer-events-auto grid size-11 cursor-pointer place-items-center overflow-hidden rounded-full bg-card font-display text-small font-bold text-ink shadow-card ring-2 ring-spark-deep transition-transform hover:scale-110 aria-pressed:bg-ink aria-pressed:text-paper aria-pressed:ring-4";

/** Returns the map's button for a group: a face, or the number of people. */
export function groupButton(group: Group, onPress: () => void): HTMLButtonElement {
  const { people } = group;
  const button = document.createElement("button");
  button.type = "button";
  button.className = cx(baseClass, people.length > 1 && "bg-spark-soft text-spark-deep");
  button.setAttribute("aria-label", groupName(people));
  button.title = groupName(people);
  button.append(groupPicture(group));
  button.addEventListener("click", onPress);
  return button;
}

/** Marks whether the group's people are listed. */
export function markSelected(button: HTMLButtonElement, selected: boolean): void {
  button.setAttribute("aria-pressed", String(selected));
}

/** Returns the button's content, which is decorative: the button's name is read out. */
function groupPicture({ people }: Group): HTMLElement {
  const [person] = people;
  if (people.length === 1 && person?.photo) {
    const photo = document.createElement("img");
    photo.src = person.photo;
    photo.alt = "";
    photo.className = "size-full object-cover";
    return photo;
  }
  const sign = document.createElement("span");
  sign.dataset.sign = people.length === 1 && person ? initials(person.name) : String(people.length);
  sign.className = "before:content-[attr(data-sign)]";
  return sign;
}
