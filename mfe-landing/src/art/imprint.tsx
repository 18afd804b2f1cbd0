import { imprintSize, passage, password, reading, ridges } from './imprint.ts'
import './imprint.css'

const [[x, y], left, right] = reading

export const Imprint = () => (
  <svg
    className="landing-art landing-imprint"
    viewBox={`0 0 ${imprintSize.width} ${imprintSize.height}`}
    aria-hidden="true"
    focusable="false"
  >
    <defs>
      <linearGradient id="landing-reading" gradientUnits="userSpaceOnUse" x1={x} y1={y} x2="221" y2={left[1]}>
        <stop className="landing-night__beam-near" offset="0" />
        <stop className="landing-night__beam-mid" offset="0.7" />
        <stop className="landing-depths__end" offset="1" />
      </linearGradient>
    </defs>
    <path fill="url(#landing-reading)" d={`M${x} ${y}L${left.join(' ')}H${right[0]}Z`} />
    <rect className="landing-imprint__field" {...password.field} />
    <path className="landing-imprint__letters" d={password.letters} />
    <path className="landing-imprint__passage" d={passage} />
    {ridges.map(({ d, dash }) => (
      <path key={d} className="landing-imprint__ridge" d={d} strokeDasharray={dash} />
    ))}
  </svg>
)
