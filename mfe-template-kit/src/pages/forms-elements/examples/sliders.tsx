import { formatNumber } from '@atalaia/ui'
import Slider from 'rc-slider'
import { useState } from 'react'
import 'rc-slider/assets/index.css'

export const title = 'Controles deslizantes'

/** P-KIT-16 */
export const Example = () => {
  const [amount, setAmount] = useState(8)
  const [price, setPrice] = useState([200, 1547])
  return (
    <>
      <p className="kit-note">Quantidade: {formatNumber(amount)} de 20</p>
      <Slider
        max={20}
        value={amount}
        ariaLabelForHandle="Quantidade"
        onChange={(value) => typeof value === 'number' && setAmount(value)}
      />
      <p className="kit-note">
        Preço: de {formatNumber(price[0] ?? 0)} a {formatNumber(price[1] ?? 0)}
      </p>
      <Slider
        range
        max={2000}
        value={price}
        ariaLabelForHandle={['Preço mínimo', 'Preço máximo']}
        onChange={(value) => Array.isArray(value) && setPrice(value)}
      />
    </>
  )
}
