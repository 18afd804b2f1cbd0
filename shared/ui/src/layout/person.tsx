export interface PersonProps {
  /** Default, also for '': none. */
  name?: string | undefined
  email: string
  /** A remark such as 'você'. */
  note?: string | undefined
}

/** A person in a list: initials in a circle, the name, and the address that tells people of one name apart. */
export const Person = ({ name = '', email, note }: PersonProps) => (
  <span className="ui-person">
    <span className="ui-person__initials" aria-hidden="true">
      {initialsOf(name || email)}
    </span>
    <span className="ui-person__text">
      {name || email} {note && <span className="ui-muted">({note}) </span>}
      {name && <span className="ui-muted ui-person__email">{email}</span>}
    </span>
  </span>
)

/** 'AD' of 'Ana Maria Dias', 'A' of 'ana@acme.com'. */
const initialsOf = (text: string): string => {
  const words = text.split('@')[0]?.split(/\s+/).filter(Boolean) ?? []
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => Array.from(word ?? '')[0] ?? '')
  return letters.join('').toLocaleUpperCase('pt-BR')
}
