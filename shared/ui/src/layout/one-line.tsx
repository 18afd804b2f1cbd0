/** Signs of the end that stay where room is short: the last parts of a domain. */
const END_LENGTH = 8

const endOf = (text: string) => text.slice(-END_LENGTH).replace(/^[^a-z\d]+/i, '')

/**
 * An address on one line. Where room is short its middle is left out ('maria.aparecida.d…a.com.br'), so that the
 * beginning of the part before its at-sign stays, and the end of the domain (P-NUM-4). Screen readers, find-in-page,
 * the clipboard, paper and the tooltip get the whole text.
 */
export const OneLine = ({ text }: { text: string }) => (
  <span className="ui-one-line" title={text}>
    <span className="ui-one-line__text">{text}</span>
    <span className="ui-one-line__end" aria-hidden="true" data-end={endOf(text)} />
  </span>
)
