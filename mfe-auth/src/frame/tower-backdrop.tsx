import { useId } from 'react'

export const TowerBackdrop = () => {
  const beam = useId()
  return (
    <svg className="auth-scene" viewBox="0 0 1440 900" preserveAspectRatio="xMaxYMax slice" aria-hidden="true">
      <defs>
        <linearGradient id={beam} gradientUnits="userSpaceOnUse" x1="1170" y1="0" x2="120" y2="0">
          <stop offset="0" stopColor="currentColor" stopOpacity="0.28" />
          <stop offset="0.45" stopColor="currentColor" stopOpacity="0.08" />
          <stop offset="1" stopColor="currentColor" stopOpacity="0" />
        </linearGradient>
      </defs>
      <g className="auth-scene-stars">
        {stars.map(([x, y, radius]) => (
          <circle key={`${x}-${y}`} cx={x} cy={y} r={radius} />
        ))}
      </g>
      <path className="auth-scene-beam" fill={`url(#${beam})`} d="M1166 398 60 190v330z" />
      <path className="auth-scene-beam" fill={`url(#${beam})`} opacity="0.5" d="M1194 398 1440 352v102z" />
      <g className="auth-scene-tower">
        <path d="M1150 780 1165 432h30l15 348M1161 520h38M1157 612h46M1153 704h54" />
        <path d="M1152 432h56M1156 420h48M1156 432v-12M1204 432v-12M1168 420v-36h24v36M1164 384h32l-16-22zM1180 362v-16" />
        <path d="M1177 654h6v14h-6zM1177 560h6v14h-6zM1177 476h6v14h-6z" />
        <circle className="auth-scene-lamp" cx="1180" cy="401" r="6" />
      </g>
      <g className="auth-scene-lines">
        <path d="M-9 772c150-34 269-44 429-22s250 40 400 10 230-52 350-44 190 30 279 24v170H-9z" />
        <path d="M-9 826c199-22 339 10 529 2s330-36 520-26 300 26 409 18v90H-9z" />
      </g>
    </svg>
  )
}

const stars: readonly (readonly [x: number, y: number, radius: number])[] = [
  [96, 128, 1.2],
  [212, 300, 1],
  [304, 84, 1.6],
  [418, 196, 1],
  [520, 60, 1.2],
  [640, 140, 1],
  [872, 92, 1.4],
  [960, 236, 1],
  [1040, 64, 1.2],
  [1132, 168, 1],
  [1256, 96, 1.6],
  [1330, 232, 1],
  [1396, 60, 1.2],
  [1372, 486, 1],
  [1286, 548, 1.2],
  [74, 468, 1],
  [236, 590, 1.2],
  [980, 560, 1],
]
