import { useState } from 'react'
import { HexColorInput, HexColorPicker } from 'react-colorful'
import '../../../forms/colorful.css'

export const title = 'Cores'

export const Example = () => {
  const [colour, setColour] = useState('#f2b84b')
  return (
    <div className="kit-colours">
      <HexColorPicker color={colour} onChange={setColour} />
      <div>
        <label className="form-label" htmlFor="kit-colour-hex">
          Cor em hexadecimal
        </label>
        <HexColorInput id="kit-colour-hex" className="form-control" prefixed color={colour} onChange={setColour} />
        <label className="form-label" htmlFor="kit-colour-native">
          Cor, pelo navegador
        </label>
        <input
          id="kit-colour-native"
          type="color"
          className="kit-colour"
          value={colour}
          onChange={(event) => setColour(event.target.value)}
        />
      </div>
    </div>
  )
}
