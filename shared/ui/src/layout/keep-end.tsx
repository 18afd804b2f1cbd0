/** The index at which the end begins that always stays visible: the last at-sign, or the last 12 characters. */
const splitAt = (text: string): number => {
  const at = text.lastIndexOf('@')
  return at > 0 && text.length - at <= 24 ? at : Math.max(0, text.length - 12)
}

/**
 * A text on one line that is shortened in its middle and keeps its end ('ana.carol…@empresa.com.br'). Screen readers,
 * find-in-page, the clipboard and the tooltip get the whole text.
 */
export const KeepEnd = ({ text }: { text: string }) => (
  <span className="ui-keep-end" title={text}>
    <span className="ui-visually-hidden">{text}</span>
    <span className="ui-keep-end__start" data-text={text.slice(0, splitAt(text))} aria-hidden="true" />
    <span className="ui-keep-end__end" data-text={text.slice(splitAt(text))} aria-hidden="true" />
  </span>
)
