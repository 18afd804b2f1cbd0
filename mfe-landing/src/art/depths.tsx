import { depthDots, depthsSize, plumb } from './depths.ts'
import './depths.css'

const [[x, y], left, right] = plumb

export const Depths = () => (
  <svg
    className="landing-art landing-depths"
    viewBox={`0 0 ${depthsSize.width} ${depthsSize.height}`}
    preserveAspectRatio="xMidYMid slice"
    aria-hidden="true"
    focusable="false"
  >
    <defs>
      <linearGradient id="landing-plumb" x1="0" y1="0" x2="0" y2="1">
        <stop className="landing-night__beam-near" offset="0" />
        <stop className="landing-night__beam-mid" offset="0.6" />
        <stop className="landing-depths__end" offset="1" />
      </linearGradient>
    </defs>
    <path fill="url(#landing-plumb)" d={`M${x} ${y}L${left.join(' ')}H${right[0]}Z`} />
    <path className="landing-depths__dim" d={depthDots.dim} />
    <path className="landing-depths__lit" d={depthDots.lit} />
    <g className="landing-depths__found">
      {depthDots.found.map(([cx, cy]) => (
        <circle key={`${cx} ${cy}`} cx={Math.round(cx)} cy={Math.round(cy)} r="5.5" />
      ))}
    </g>
  </svg>
)
