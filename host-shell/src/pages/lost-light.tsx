/** A light cone that finds nothing: the small drawing of the lone pages. */
export const LostLight = () => (
  <svg className="shell-lost-light" viewBox="0 0 240 96" aria-hidden="true" focusable="false">
    <path className="shell-lost-beam" d="M52 34 232 6v64z" />
    <path className="shell-lost-line" d="M8 88h224M36 88l6-44h20l6 44M40 44h24M44 44V30l8-8 8 8v14" />
    <path className="shell-lost-line shell-lost-faint" d="M150 88v-6M176 88v-10M204 88v-4" />
    <circle className="shell-lost-lamp" cx="52" cy="34" r="4" />
  </svg>
)
