/** Decoration: initials in place of a photograph. */
export const Avatar = ({ name, large = false }: { readonly name: string; readonly large?: boolean }) => (
  <span className={large ? 'kit-avatar kit-avatar--large' : 'kit-avatar'} aria-hidden="true">
    {initials(name)}
  </span>
)

const initials = (name: string): string => {
  const words = name.split(' ')
  return [words.at(0), words.length > 1 ? words.at(-1) : undefined].map((word) => word?.at(0) ?? '').join('')
}
