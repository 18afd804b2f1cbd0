import { BrandMark } from '../icons/brand-mark.tsx'
import { Card } from '../layout/card.tsx'

const tokens = [
  'bg',
  'surface',
  'surface-raised',
  'field',
  'hover',
  'border',
  'border-control',
  'text',
  'text-muted',
  'accent',
  'on-accent',
  'danger',
  'danger-fill',
  'leak',
  'password',
  'success',
  'warning',
  'info',
  'focus',
  'chart-1',
  'chart-2',
  'chart-3',
  'chart-4',
  'chart-5',
  'chart-6',
]

export const Colours = () => (
  <Card title="Cores e letra">
    <div className="ui-gallery__row">
      {tokens.map((token) => (
        <span key={token} className="ui-gallery__swatch">
          <svg aria-hidden="true">
            <rect width="100%" height="100%" fill={`var(--ui-${token})`} />
          </svg>
          {token}
        </span>
      ))}
    </div>
    <div className="ui-gallery__row">
      <span className="ui-figure">1.284</span>
      <span className="ui-figure ui-leak">312</span>
      <span className="ui-figure ui-password">48</span>
      <span>
        Texto de 14 px com <a href="#colours">um link</a>, <strong>destaque</strong> e{' '}
        <span className="ui-muted">texto secundário</span>.
      </span>
    </div>
    <div className="ui-gallery__row">
      <div className="ui-chrome ui-gallery__chrome">
        <BrandMark size={28} /> Atalaia
      </div>
    </div>
  </Card>
)
