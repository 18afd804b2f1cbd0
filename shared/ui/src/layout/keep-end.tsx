/** What stands after the last at-sign, or the last characters: the part that must stay in sight. */
const splitAt = (text: string): number => {
  const at = text.lastIndexOf('@')
  return at > 0 && text.length - at <= 24 ? at : Math.max(0, text.length - 12)
}

/**
 * A text on one line that, where it does not fit, gives up its middle and keeps its end ('ana.carol…@empresa.com.br').
 * Whole for screen readers, for find-in-page, for copying and as tooltip.
 */
export const KeepEnd = ({ text }: { text: string }) => (
  <span className="ui-keep-end" title={text}>
    <span className="ui-visually-hidden">{text}</span>
    <span className="ui-keep-end__start" data-text={text.slice(0, splitAt(text))} aria-hidden="true" />
    <span className="ui-keep-end__end" data-text={text.slice(splitAt(text))} aria-hidden="true" />
  </span>
)
