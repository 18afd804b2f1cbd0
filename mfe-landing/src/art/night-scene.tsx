import { cone, fieldDots, hills, lantern, sceneSize, stars, tower } from './night-scene.ts'
import './night-scene.css'

const [[x, y], left, right] = cone

export const NightScene = ({ className }: { className: string }) => (
  <svg
    className={`landing-art landing-night ${className}`}
    viewBox={`0 0 ${sceneSize.width} ${sceneSize.height}`}
    preserveAspectRatio="xMaxYMax slice"
    aria-hidden="true"
    focusable="false"
  >
    <defs>
      <linearGradient id="landing-beam" gradientUnits="userSpaceOnUse" x1={x} y1={y} x2="590" y2="720">
        <stop className="landing-night__beam-near" offset="0" />
        <stop className="landing-night__beam-mid" offset="0.45" />
        <stop className="landing-night__beam-far" offset="1" />
      </linearGradient>
      <radialGradient id="landing-glow">
        <stop className="landing-night__glow-near" offset="0" />
        <stop className="landing-night__beam-far" offset="1" />
      </radialGradient>
    </defs>
    <path className="landing-night__stars" d={stars} />
    <path className="landing-night__ridge" d={hills.back} />
    <path className="landing-night__hill" d={hills.front} />
    <path className="landing-night__crest" d={hills.crest} />
    <path className="landing-night__slope" d={hills.slopes.join('')} />
    <path className="landing-night__dim" strokeWidth="1.7" d={fieldDots.dimFar} />
    <path className="landing-night__dim" strokeWidth="2.8" d={fieldDots.dimNear} />
    <path fill="url(#landing-beam)" d={`M${x} ${y}L${left.join(' ')}H${right[0]}Z`} />
    <path className="landing-night__lit" strokeWidth="1.9" d={fieldDots.litFar} />
    <path className="landing-night__lit" strokeWidth="3.2" d={fieldDots.litNear} />
    <g className="landing-night__leaks">
      {fieldDots.leaks.map(([cx, cy]) => (
        <circle key={`${cx} ${cy}`} cx={Math.round(cx)} cy={Math.round(cy)} r="7" />
      ))}
    </g>
    <g className="landing-night__tower">
      <path d={tower.legs} />
      <path className="landing-night__braces" d={tower.braces} />
      <path d={tower.cabin} />
      <path d={tower.platform} />
      <path d={tower.roof} />
    </g>
    <circle cx={lantern[0]} cy={lantern[1]} r="150" fill="url(#landing-glow)" />
    <circle className="landing-night__lantern" cx={lantern[0]} cy={lantern[1]} r="7" />
  </svg>
)
