/** Help of fields of streams and videos in words of their owner, by the description of the API. */
export const videoHelp: Readonly<Record<string, string>> = {
  'Colour of its badge, `#rrggbb`.': 'Colour of its badge.',
  ['public: listed. unlisted: open by its address. private: for you. ticketed: as unlisted; its new videos ' +
  'need a ticket.']:
    'Public: stands in lists. Unlisted: for all who have the address. Private: only for you. Ticketed: as ' +
    'unlisted; its new videos need a ticket.',
  'Licence, as SPDX writes it where it can: `CC-BY-4.0`.': 'Licence, as SPDX writes it where it can: CC-BY-4.0.',
  'A word of your own to filter by; `upload` when empty.': 'A word of your own to filter by.',
  'Day of publication in `timezone`, `YYYY-MM-DD`.': 'Day of publication in the time zone below.',
  'Day of publication, `YYYY-MM-DD`.': 'Day of publication.',
  'Day on which it is to begin in `timezone`, `YYYY-MM-DD`.': 'Day on which it is to begin.',
  'Time of day of publication, `HH:MM:SS`.': 'Time of day of publication.',
  'Time of day of publication, `HH:MM:SS`. A date alone keeps the stored time, or means 00:00:00.':
    'Time of day of publication. Empty: the time that it has, else midnight.',
  'Time of day at which it begins, `HH:MM:SS`.': 'Time of day at which it begins.',
  'IANA zone of the schedule; the account’s when left out.': 'Time zone of the schedule. Empty: that of the account.',
  ['public: listed. unlisted: open by its address. private: for you. password: open with the password. ' +
  'signed: open by an address that you signed. ticketed: open with a ticket. The channel’s when left out.']:
    'Public: stands in lists. Unlisted: for all who have the address. Private: only for you. With password, ' +
    'signed address or ticket: only with it. Empty: as the channel.',
  'Audience that may watch the replay; as `visibility` when left out.':
    'Audience that may watch the replay. Empty: the audience of the stream.',
  'Whether it is live when an encoder publishes; else it is a preview until `goLive`.':
    'It is live as soon as an encoder publishes; else it is a preview until you go live.',
  'Days after which its replays are deleted; never when null.':
    'Days after which its replays are deleted. Empty: never.',
  ['Whether the stream ends at once when its encoder stops on purpose, as by Stop Streaming in OBS; else the ' +
  'encoder may return within `reconnectWindowSeconds`. A lost connection is always waited for.']:
    'The stream ends at once when its encoder stops on purpose, as by Stop Streaming in OBS; else the encoder ' +
    'may return. A lost connection is always waited for.',
  'Whether it is kept as a replay.': 'It is kept as a replay.',
  'Whether viewers may make clips.': 'Viewers may make clips.',
  'Whether the number of viewers is hidden from the audience.': 'The audience does not see the number of viewers.',
  'Whether the key may be used again after it ended.': 'The key may be used again after the end.',
  'Whether the stream is sent there; true when left out.': 'The stream is sent there.',
}
