/** Decorative watchtower, next to the brand's name. `size`: px. */
export const BrandMark = ({ size = 24 }: { size?: number }) => (
  <svg className="ui-brand-mark" width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
    <path className="ui-brand-mark__beam" d="M16 8.5 31 2v13z" />
    <path className="ui-brand-mark__tower" d="M10 6.5 16 2l6 4.5V11H10zM8.5 12.5h15v2.6h-15zM11 16.6h10L23 30H9z" />
    <circle className="ui-brand-mark__light" cx="16" cy="8.2" r="1.9" />
  </svg>
)
