/** Kept end signs: a domain's last parts. */
const END_LENGTH = 8

const endOf = (text: string) => text.slice(-END_LENGTH).replace(/^[^a-z\d]+/i, '')

/**
 * Shortens the middle ('maria.aparecida.d…a.com.br'): keeps the local part's beginning and the
 * domain's end (P-NUM-4). Screen readers, search, clipboard, paper and tooltip get the whole text.
 */
export const OneLine = ({ text }: { text: string }) => (
  <span className="ui-one-line" title={text}>
    <span className="ui-one-line__text">{text}</span>
    <span className="ui-one-line__end" aria-hidden="true" data-end={endOf(text)} />
  </span>
)
