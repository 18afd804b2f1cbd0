import { BrandMark } from '@atalaia/ui'

export const title = 'A marca'

export const Example = () => (
  <>
    {[24, 32, 48].map((size) => (
      <p key={size} className="kit-row">
        <BrandMark size={size} /> Atalaia
      </p>
    ))}
  </>
)
