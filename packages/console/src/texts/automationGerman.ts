import type { automationEnglish } from './automationEnglish.ts'

/** Texts of the canvas of automations, in German. */
export const automationGerman: Record<keyof typeof automationEnglish, string> = {
  'automation.canvas': 'Ablauf',
  'automation.simulate': '30 Tage simulieren',
  'automation.save': 'Ablauf speichern',
  'automation.saved': 'Der Ablauf ist als neue Version gespeichert.',
  'automation.locked': 'Der Ablauf ist änderbar, solange die Automation ein Entwurf, pausiert oder gestört ist.',
  'automation.close': 'Schließen',
  'automation.simulated':
    'In den letzten 30 Tagen wären {entered} eingetreten, {completed} am Ende, {active} noch unterwegs.',
  'automation.numbers': '{in} angekommen · {waiting} warten',
  'automation.node': 'Knoten {name}',
  'automation.node.text': 'Felder des Knotens als JSON; der Typ bestimmt, welche er hat.',
  'automation.node.wrong': 'Das ist kein JSON eines Knotens mit dieser Id.',
  'automation.empty': 'Noch läuft nichts von selbst. Eine Automation begleitet jeden Kontakt, Schritt für Schritt.',
  'sequence.empty': 'Mails in Folge, jede nach ihrer Frist, bis ein Kontakt antwortet.',
}
