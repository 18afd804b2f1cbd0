import { NOTICE_TEXTS } from '@atalaia/contracts/notice-texts'
import type { NoticeWords } from './pt.ts'

export const es: NoticeWords = {
  ...NOTICE_TEXTS.es,
  waiting: 'Un aviso para usted',
  opening: 'Abriendo…',

  incompleteTitle: 'Este enlace está incompleto',
  incompleteText: 'Abra otra vez el enlace del correo, entero. Si no funciona, cópielo en la barra de direcciones.',
  noneTitle: 'No hay avisos para usted',
  noneText: 'Cuando haya uno, aparece aquí.',
  failedNetwork: 'No se pudo hablar con el servidor. Revise su conexión e intente de nuevo.',
  failedMany: 'Hubo demasiados pedidos. Espere un poco e intente de nuevo.',
  failedServer: 'El servidor no pudo responder ahora. Intente de nuevo en un momento.',

  neverShown: 'Las contraseñas no se guardan aquí, y esta página no las muestra.',

  todoNone: 'Nada que hacer, salvo desconfiar de correos extraños.',
  progress: (done, all) => `${done} de ${all} ${all === 1 ? 'paso hecho' : 'pasos hechos'}`,
  tickFailed: 'La marca no se guardó. Intente de nuevo.',

  proof: '¿Ya cambió la contraseña?',
  proofText: 'Escriba la contraseña que usa ahora. Esta página dice si está en la filtración.',
  proofHow: 'La contraseña no sale de su dispositivo',
  proofHowText:
    'Su navegador oculta la contraseña antes de enviar nada, con un secreto que solo él tiene. El servidor responde sin saber qué se escribió, y la comparación ocurre aquí. Nadie recibe su contraseña, ni la empresa.',
  proofTrust: 'Si duda, no la escriba: diga solo que la cambió.',
  proofField: 'La contraseña que usa ahora',
  proofShow: 'Mostrar la contraseña',
  proofCheck: 'Comprobar',
  proofChecking: 'Comprobando…',
  proofLeft: (left) => (left === 1 ? 'Queda 1 comprobación.' : `Quedan ${left} comprobaciones.`),
  proofNone: 'A este enlace no le quedan comprobaciones. Diga abajo si ya la cambió.',
  proofNoTag:
    'Esta filtración es anterior a las comprobaciones. Por eso la página no puede comparar la contraseña: diga si ya la cambió.',
  proofPartial: 'Parte de las contraseñas filtradas no se puede comparar.',
  proofForged: 'No se pudo verificar la respuesta del servidor. No se concluyó nada.',
  declared: 'Ya la cambié',
  changed: 'La contraseña está cambiada y comprobada. ¡Gracias!',
  leakedStill: 'Esta contraseña está en la filtración. Cámbiela en todo lugar donde la usa y vuelva a comprobar.',
  answerFailed: 'Su respuesta no se envió.',
  retry: 'Enviar de nuevo',

  help: 'Otras respuestas',
  notMineText: '¿La dirección o la cuenta no son suyas? Dígaselo a quien envió el aviso.',
  notMineSure: 'Confirmar: no es mío',
  back: 'Volver',
  question: 'Hacer una pregunta',
  questionField: 'Su pregunta',
  questionHint: 'Va por correo a quien envió el aviso. No escriba contraseñas.',
  sending: 'Enviando…',
  stopText: (name) => `${name || 'Su organización'} deja de enviar avisos de filtraciones a esta dirección.`,

  privacy: 'Política de privacidad',
  print: 'Imprimir',
  noScript: 'Esta página necesita JavaScript. El correo tiene un segundo enlace, que funciona sin él.',
}
