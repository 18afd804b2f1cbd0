import type { Icon } from './icon-tabs.ts'

type IconButtonProps = { readonly icon: Icon; readonly font: string; readonly onCopy: (name: string) => void }

/** An icon with its name; pressing it copies the name. */
export const IconButton = ({ icon: { name, sign, alias }, font, onCopy }: IconButtonProps) => (
  <li>
    <button type="button" className="kit-icon" onClick={() => onCopy(name)}>
      <span className={`kit-icon__sign kit-icon__sign--${font}`} aria-hidden="true">
        {String.fromCodePoint(Number.parseInt(sign, 16))}
      </span>
      <span>
        {name} {alias && <span className="kit-icon__alias">(alias)</span>}
      </span>
    </button>
  </li>
)
