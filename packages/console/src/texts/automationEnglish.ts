/** Texts of the canvas of automations. */
export const automationEnglish = {
  'automation.canvas': 'Canvas',
  'automation.simulate': 'Simulate 30 days',
  'automation.save': 'Save graph',
  'automation.saved': 'The graph is saved as a new version.',
  'automation.locked': 'The graph changes while the automation is a draft, paused or in error.',
  'automation.close': 'Close',
  'automation.simulated':
    'Over the last 30 days {entered} contacts would have entered, {completed} completed, {active} be going on.',
  'automation.numbers': '{in} arrived · {waiting} waiting',
  'automation.node': 'Node {name}',
  'automation.node.text': 'Fields of the node as JSON; the type decides which it has.',
  'automation.node.wrong': 'This is no JSON of a node with this id.',
  'automation.empty': 'Nothing runs by itself yet. An automation follows each contact, step by step.',
  'sequence.empty': 'Mails in a row, each after its delay, until a contact answers.',
} as const
