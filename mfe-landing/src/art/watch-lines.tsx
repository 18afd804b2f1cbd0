import { dayLines, linesSize, shaft } from './watch-lines.ts'
import './watch-lines.css'

const [[x, y], left, right] = shaft

/** Ninety-two nights in a row, and a light on some of them. Decoration only. */
export const WatchLines = () => (
  <svg
    className="landing-art landing-lines"
    viewBox={`0 0 ${linesSize.width} ${linesSize.height}`}
    preserveAspectRatio="xMidYMax slice"
    aria-hidden="true"
    focusable="false"
  >
    <defs>
      <linearGradient id="landing-shaft" gradientUnits="userSpaceOnUse" x1={x} y1={y} x2="620" y2={left[1]}>
        <stop className="landing-night__beam-near" offset="0" />
        <stop className="landing-night__beam-mid" offset="0.6" />
        <stop className="landing-night__beam-far" offset="1" />
      </linearGradient>
    </defs>
    <path fill="url(#landing-shaft)" d={`M${x} ${y}L${left.join(' ')}H${right[0]}Z`} />
    <path className="landing-lines__dim" d={dayLines.dim} />
    <path className="landing-lines__tips" d={dayLines.tips} />
    <path className="landing-lines__lit" d={dayLines.lit} />
    <path className="landing-lines__ground" d={dayLines.ground} />
    <g className="landing-lines__found">
      {dayLines.found.map(([cx, cy]) => (
        <circle key={cx} cx={cx} cy={Math.round(cy)} r="6" />
      ))}
    </g>
  </svg>
)
