/**
 * A text on one line. Where room is short its end is cut ('maria.aparecida@empr…'), so an address keeps the part before
 * its at-sign longest. Screen readers, find-in-page, the clipboard, paper and the tooltip get the whole text.
 */
export const OneLine = ({ text }: { text: string }) => (
  <span className="ui-one-line" title={text}>
    {text}
  </span>
)
