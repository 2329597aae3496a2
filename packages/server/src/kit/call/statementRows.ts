// Written by `npm run gen` from the statements and the migrated schema.

/** Types of the rows that statements return, by the statement's name. */
export type StatementRows = {
  'account_account.after': {
    account_id: number
  }
  'account_account.find': {
    account_id: number
    account_kind: 'business' | 'streamer' | 'personal'
    mode: 'live' | 'test'
    twin_id: number
    account_name: string
    language: string
    time_zone: string
    is_suspended: boolean
  }
  'account_account.list': {
    account_id: number
    kind: 'business' | 'streamer' | 'personal'
    mode: 'live' | 'test'
    twin_id: number
    name: string
    language: string
    time_zone: string
    is_suspended: boolean
    version: number
    created_at: string
    updated_at: string
  }
  'account_account.read': {
    account_id: number
    kind: 'business' | 'streamer' | 'personal'
    mode: 'live' | 'test'
    twin_id: number
    name: string
    language: string
    time_zone: string
    is_suspended: boolean
    version: number
    created_at: string
    updated_at: string
  }
  'account_account.suspend': {
    account_id: number
  }
  'account_account.update': {
    account_id: number
    kind: 'business' | 'streamer' | 'personal'
    mode: 'live' | 'test'
    twin_id: number
    name: string
    language: string
    time_zone: string
    is_suspended: boolean
    version: number
    created_at: string
    updated_at: string
  }
  'account_audit.ofRequest': {
    target: string
  }
  'account_audit.ofTarget': {
    id: string
  }
  'account_audit.unsealed': {
    id: string
    at: string
    request_id: string
    actor: string
    action: string
    target: string
    changes: string
  }
  'account_audit.waiting': {
    account_id: number
    has_unsealed: boolean
  }
  'account_audit_leaf.ofSeal': {
    id: string
    position: number
    salt: Buffer | null
    changes_digest: Buffer
    digest: Buffer
    row_id: string | null
    at: string | null
    request_id: string | null
    actor: string | null
    action: string | null
    target: string | null
    changes: string | null
  }
  'account_audit_leaf.stray': {
    id: string
  }
  'account_audit_seal.from': {
    account_id: number
    sequence: number
    from_id: string
    to_id: string
    floor_id: string
    row_count: number
    previous_digest: Buffer
    digest: Buffer
    sealed_at: string
  }
  'account_audit_seal.head': {
    sequence: number
    floor_id: string
    digest: Buffer
  }
  'account_idempotency.keep': {
    key: string
  }
  'account_idempotency.prune': {
    pruned: number
  }
  'account_idempotency.read': {
    operation: string
    request_hash: Buffer
    request_id: string | null
    lease_token: string | null
    answer: Buffer | null
    record_id: string | null
    created_at: string
    is_held: boolean | null
  }
  'account_idempotency.reserve': {
    key: string
  }
  'account_idempotency.takeOver': {
    key: string
  }
  'account_image.byContent': {
    id: string
  }
  'account_image.byFile': {
    id: string
  }
  'account_image.usedBytes': {
    bytes: number
  }
  'account_inbox.enter': {
    fact_id: string
  }
  'account_inbox.entered': {
    fact_id: string
  }
  'account_inbox.prune': {
    fact_id: string
  }
  'account_key.origins': {
    allowed_origins: string[]
  }
  'account_key.verify': {
    account_id: number
    account_kind: 'business' | 'streamer' | 'personal'
    mode: 'live' | 'test'
    twin_id: number
    account_name: string
    language: string
    time_zone: string
    is_suspended: boolean
    id: string
    status: 'active' | 'revoked' | 'deleted'
    kind: 'secret' | 'restricted' | 'public'
    scopes: string[]
    allowed_origins: string[]
    allowed_apps: string[]
    allowed_addresses: string[]
    expires_at: string | null
  }
  'account_mail.get': {
    id: string
    caught_at: string
    to_address: string
    subject: string
    sealed: Buffer
  }
  'account_mail.prune': {
    id: string
  }
  'account_outbox.backlog': {
    count: number
    age: number | null
  }
  'account_outbox.find': {
    id: string
    name: string
    subject: string
    subject_version: number
    cause: string
    told_at: string
    published_at: string | null
    payload: string
  }
  'account_outbox.payloads': {
    id: string
    payload: string
  }
  'account_outbox.perHour': {
    product: string | null
    at: string
    count: number
  }
  'account_outbox.prune': {
    id: string
  }
  'account_outbox.unpublished': {
    account_id: number
    twin_id: number | null
    id: string
    kind: 'fact' | 'task'
    name: string
    subject: string
    subject_version: number
    payload: string
    cause: string
    depth: number
    is_public: boolean
    is_silent: boolean
    told_at: string
    run_at: string | null
  }
  'account_viewer_code.count': {
    all: number
    near: number
  }
  'account_viewer_code.countGuess': {
    id: string
    email: string
  }
  'account_viewer_code.prune': {
    id: string
  }
  'account_viewer_code.readOpen': {
    id: string
    email: string
  }
  'account_viewer_code.spend': {
    id: string
  }
  'account_viewer_session.prune': {
    id: string
  }
  'account_viewer_session.read': {
    contact_id: string
  }
  'account_webhook_endpoint.enabled': {
    account_id: number
    id: string
    facts: string[]
    created_at: string
  }
  'account_webhook_endpoint.target': {
    url: string
    secret: string
    previous: string | null
    until: string | null
  }
  'directory_key.find': {
    account_id: number
    key_id: string
  }
  'directory_name.claim': {
    key: string
  }
  'directory_name.find': {
    account_id: number
    id: string
  }
  'directory_name.taken': {
    key: string
  }
  'directory_place_feed.cities': {
    country: string
    city_key: string
    city: string | null
    count: number
  }
  'directory_stream_feed.live': {
    account_id: number
    id: string
    channel_id: string
    viewers: number
    hides_viewers: boolean
  }
  'ledger_balance.ofLedgers': {
    ledger: string
    unit: string
    balance: string
  }
  'ledger_balance.ofMembers': {
    ledger: string
    unit: string
    balance: number
  }
  'ledger_balance.sums': {
    book: string
    unit: string
    sum: string
  }
  'ledger_balance.withoutEntries': {
    book: string
    ledger: string
    unit: string
    slot: number
  }
  'ledger_entry.movesOfMember': {
    unit: string
    amount: number
    kind: string
    at: string
    subject: string | null
    reference: string
    purchase: string | null
  }
  'ledger_entry.ofLedger': {
    id: string
    kind: string
    at: string
    reference: string
    subject: string | null
    ledger: string
    unit: string
    amount: number
    balance_after: number
    ordinal: number
  }
  'ledger_entry.ofSubject': {
    id: string
    kind: string
    at: string
    reference: string
    subject: string
    ledger: string
    unit: string
    amount: number
    balance_after: number
    ordinal: number
  }
  'ledger_entry.ofTransactions': {
    txn_id: string
    ledger: string
    unit: string
    amount: number
    balance_after: number
  }
  'ledger_seal.get': {
    txn_count: number
    previous_digest: Buffer
    digest: Buffer
    sealed_at: string
  }
  'ledger_seal.head': {
    sequence: number
    digest: Buffer
  }
  'ledger_txn.byReference': {
    book: 'money' | 'tokens'
    reference: string
    hash: string
    txn_id: string
    ledger: string
    unit: string
    slot: number
    balance_after: string
  }
  'ledger_txn.ofSeal': {
    id: string
    book: 'money' | 'tokens'
    kind: string
    reference: string
    reference_hash: string
    subject: string | null
    reverses: string | null
    at: string
    entries: string | null
    digest: Buffer | null
    is_balanced: boolean | null
  }
  'ledger_txn.post': {
    txn_id: string
    ledger: string
    unit: string
    slot: number
    balance_after: string
  }
  'ledger_txn.stray': {
    id: string
  }
  'ledger_txn.token': {
    id: string
    kind: string
    reference: string
    subject: string | null
    reverses: string | null
    seal_sequence: number | null
    at: string
  }
  'ledger_txn.unsealed': {
    id: string
    book: 'money' | 'tokens'
    kind: string
    reference: string
    reference_hash: string
    subject: string | null
    reverses: string | null
    at: string
    entries: string | null
  }
  'ledger_txn.unsealedAfter': {
    id: string
    book: 'money' | 'tokens'
    kind: string
    reference: string
    reference_hash: string
    subject: string | null
    reverses: string | null
    at: string
    entries: string | null
    is_balanced: boolean | null
  }
  'ledger_txn.waiting': {
    account_id: number
  }
  'livestream_beat.countPresent': {
    target_id: string
    viewers: number
  }
  'livestream_beat.middleLatency': {
    latency_ms: number | null
  }
  'livestream_beat.ofPerson': {
    found: number
  }
  'livestream_beat.presentNow': {
    account_id: number
    target_id: string
    viewers: number
  }
  'livestream_blocked_viewer.find': {
    found: number
  }
  'livestream_category.looks': {
    id: string
    color: string | null
    icon_url: string | null
  }
  'livestream_channel.labelNames': {
    prefix: 'cat' | 'sub'
    id: string
    name: string
  }
  'livestream_details.openVideos': {
    prefix: 'sta' | 'str'
    id: string
  }
  'livestream_details.ratings': {
    target_id: string
    maturity_rating: 'everyone' | 'teen' | 'mature' | 'adult'
  }
  'livestream_details_track.get': {
    vtt: string
  }
  'livestream_details_track.of': {
    details_id: string
    position: number
    url: string
    status: 'pending' | 'ready' | 'failed'
    asked_at: string
    attempts: number
    error: string | null
    has_text: boolean
  }
  'livestream_details_track.update': {
    position: number
  }
  'livestream_reward_count.prune': {
    issued: number
  }
  'livestream_session.byId': {
    id: string
    stream_id: string
    status: 'connecting' | 'preview' | 'live' | 'reconnecting' | 'ended' | 'rejected'
    node_id: string
    key_label: string
    protocol: string
    created_at: string
    live_at: string | null
    ended_at: string | null
    ended_reason: string | null
    is_recorded: boolean
    static_id: string | null
    duration_seconds: number | null
    byte_count: number | null
    video_codec: string | null
    audio_codec: string | null
    width: number | null
    height: number | null
    peak_viewers: number | null
    latency_mode: 'ultraLow' | 'low' | 'standard' | null
    is_due: boolean
  }
  'livestream_session.byStream': {
    id: string
    stream_id: string
    status: 'connecting' | 'preview' | 'live' | 'reconnecting' | 'ended' | 'rejected'
    node_id: string
    key_label: string
    protocol: string
    created_at: string
    live_at: string | null
    ended_at: string | null
    ended_reason: string | null
    is_recorded: boolean
    static_id: string | null
    duration_seconds: number | null
    byte_count: number | null
    video_codec: string | null
    audio_codec: string | null
    width: number | null
    height: number | null
    peak_viewers: number | null
    latency_mode: 'ultraLow' | 'low' | 'standard' | null
    is_due: boolean
  }
  'livestream_session.dueOfNode': {
    account_id: number
    id: string
    stream_id: string
    node_id: string
  }
  'livestream_session.dueOverdue': {
    account_id: number
    id: string
    stream_id: string
    node_id: string
  }
  'livestream_session.insert': {
    id: string
    stream_id: string
    status: 'connecting' | 'preview' | 'live' | 'reconnecting' | 'ended' | 'rejected'
    node_id: string
    key_label: string
    protocol: string
    created_at: string
    live_at: string | null
    ended_at: string | null
    ended_reason: string | null
    is_recorded: boolean
    static_id: string | null
    duration_seconds: number | null
    byte_count: number | null
    video_codec: string | null
    audio_codec: string | null
    width: number | null
    height: number | null
    peak_viewers: number | null
    latency_mode: 'ultraLow' | 'low' | 'standard' | null
    is_due: boolean
  }
  'livestream_session.liveUntil': {
    found: number
  }
  'livestream_session.ofNodes': {
    account_id: number
    id: string
    stream_id: string
    node_id: string
  }
  'livestream_static.writeImages': {
    id: string
  }
  'livestream_stream_refusal.newest': {
    code: string
    message: string
    attempts: number
    first_at: string
    last_at: string
  }
  'livestream_stream_target_key.of': {
    target_id: string
    sealed: Buffer
  }
  'livestream_ticket.active': {
    id: string
    external_id: string
    external_order: string | null
    email: string | null
    name: string | null
    ticket_type_id: string | null
    status: 'active' | 'revoked'
    code_hash: Buffer
    observed_at: string
    created_at: string
  }
  'livestream_ticket.admissions': {
    admitted: number
    valid: number
  }
  'livestream_ticket.atDoor': {
    id: string
    external_id: string
    status: 'active' | 'revoked'
    name: string | null
    email: string | null
    ticket_type_id: string | null
    admitted_at: string | null
  }
  'livestream_ticket.byCode': {
    id: string
    ticketing_event_id: string
    status: 'active' | 'revoked'
  }
  'livestream_ticket.byId': {
    id: string
    ticketing_event_id: string
    external_id: string
    email: string | null
    name: string | null
    ticket_type_id: string | null
    status: 'active' | 'revoked'
    code_last4: string
    mail_status: 'none' | 'pending' | 'sent' | 'failed'
    mailed_at: string | null
    mail_error: string | null
    revoked_reason: 'provider' | 'transferred' | 'owner' | null
    revoked_at: string | null
    admitted_at: string | null
    created_at: string
    sealed_code: Buffer
  }
  'livestream_ticket.byRef': {
    id: string
    external_id: string
    external_order: string | null
    email: string | null
    name: string | null
    ticket_type_id: string | null
    status: 'active' | 'revoked'
    code_hash: Buffer
    observed_at: string
    created_at: string
  }
  'livestream_ticket.known': {
    id: string
    external_id: string
    external_order: string | null
    email: string | null
    name: string | null
    ticket_type_id: string | null
    status: 'active' | 'revoked'
    code_hash: Buffer
    observed_at: string
    created_at: string
  }
  'livestream_ticket.ofCode': {
    id: string
    status: 'active' | 'revoked'
    name: string | null
    email: string | null
  }
  'livestream_ticket.pendingMails': {
    id: string
    email: string | null
    name: string | null
    sealed_code: Buffer
    mail_round: number
  }
  'livestream_ticket.revoke': {
    id: string
    external_id: string
    external_order: string | null
    email: string | null
    name: string | null
    ticket_type_id: string | null
    status: 'active' | 'revoked'
    code_hash: Buffer
    observed_at: string
    created_at: string
  }
  'livestream_ticket.toMail': {
    ticketing_event_id: string
    status: 'active' | 'revoked'
    email: string | null
    mailed_at: string | null
  }
  'livestream_ticket.valid': {
    id: string
  }
  'livestream_ticket.writeAdmission': {
    status: 'active' | 'revoked'
  }
  'livestream_ticketing_event.offers': {
    target: string | null
    url: string | null
    amount: number | null
    currency: string | null
  }
  'livestream_ticketing_sync.held': {
    ticketing_event_id: string
    next_sync_at: string | null
    next_mail_at: string | null
    last_sync_at: string | null
    last_error: string | null
    failures: number
    mail_failures: number
    imported: number
    revoked: number
    failed: number
    tickets_sold: number
    tickets_issued: number
    resynced_at: string | null
    resent_at: string | null
  }
  'livestream_ticketing_sync.of': {
    ticketing_event_id: string
    next_sync_at: string | null
    next_mail_at: string | null
    last_sync_at: string | null
    last_error: string | null
    failures: number
    mail_failures: number
    imported: number
    revoked: number
    failed: number
    tickets_sold: number
    tickets_issued: number
    resynced_at: string | null
    resent_at: string | null
  }
  'livestream_upload.close': {
    id: string
  }
  'livestream_upload.drop': {
    id: string
  }
  'livestream_upload.last': {
    id: string
    status: 'receiving' | 'whole'
    received_bytes: number
    part_count: number
  }
  'livestream_upload_part.add': {
    part_id: string
  }
  'livestream_upload_part.whole': {
    part_id: string
  }
  'livestream_video.removed': {
    visibility: 'public' | 'unlisted' | 'private' | 'password' | 'signed' | 'ticketed'
  }
  'livestream_view.find': {
    view_id: string
  }
  'livestream_view_daily.ofChannel': {
    views: number
  }
  'livestream_view_daily.ofTarget': {
    views: number
  }
  'livestream_view_daily.ofTargets': {
    target_id: string
    views: number
  }
  'livestream_viewer_clip.countLately': {
    holder: number
    network: number
    stream: number
  }
  'livestream_viewer_clip.findByCut': {
    id: string
  }
  'livestream_viewer_clip.findFilling': {
    found: number
  }
  'livestream_viewer_clip.findLatest': {
    author_name: string | null
    network_id: string
  }
  'livestream_viewer_clip.usedBytes': {
    every: number
    holder: number
    network: number
  }
  'livestream_viewer_session.open': {
    id: string
  }
  'livestream_viewer_session.others': {
    id: string
  }
  'livestream_viewer_session.prune': {
    id: string
  }
  'livestream_viewer_session.renew': {
    id: string
  }
  'livestream_watch_time.accountsDue': {
    account_id: number
  }
  'livestream_watch_time.report': {
    starts_at: string
    person_key: string
    target_id: string
    session_id: string | null
    channel_id: string | null
    is_live: boolean
    seconds: number
  }
  'lock.transaction': {
    pg_advisory_xact_lock: string | null
  }
  'loyalty_coupon.accountsDue': {
    account_id: number
  }
  'loyalty_coupon.aheadOfContact': {
    id: string
    code: string
    name: string
    title: string
    starts_at: string
    expires_at: string | null
    discount_type: string | null
    discount_percent_off: number | null
    discount_amount: number | null
    discount_currency: string | null
    discount_sku: string | null
    discount_quantity: number | null
    discount_token: string | null
    effects: unknown
    promotion_currency: string | null
  }
  'loyalty_coupon.archiveOfPromotion': {
    id: string
    reserved: number
  }
  'loyalty_coupon.copy': {
    id: string
  }
  'loyalty_coupon.countOfBatch': {
    count: number
  }
  'loyalty_coupon.formerOfContact': {
    name: string
    code: string
    at: string
    is_used: boolean
  }
  'loyalty_coupon.lockForUses': {
    id: string
  }
  'loyalty_coupon.lockOfUses': {
    id: string
  }
  'loyalty_coupon.moveByClock': {
    id: string
  }
  'loyalty_coupon.removeOfBatch': {
    id: string
    reserved: number
  }
  'loyalty_coupon.take': {
    id: string | null
  }
  'loyalty_coupon.usableOfContact': {
    id: string
    code: string
    name: string
    title: string
    starts_at: string
    expires_at: string | null
    discount_type: string | null
    discount_percent_off: number | null
    discount_amount: number | null
    discount_currency: string | null
    discount_sku: string | null
    discount_quantity: number | null
    discount_token: string | null
    effects: unknown
    promotion_currency: string | null
  }
  'loyalty_drop.shownOfStream': {
    id: string
    name: string
    coupon: string
    status: 'scheduled' | 'open' | 'full' | 'ended' | 'deleted'
    quantity: number
    claimed: number
    opens_at: string
    ends_at: string
    discount_type: string | null
    discount_percent_off: number | null
    discount_amount: number | null
    discount_currency: string | null
    discount_sku: string | null
    discount_quantity: number | null
    discount_token: string | null
    effects: unknown
    promotion_currency: string | null
  }
  'loyalty_drop_claim.find': {
    coupon_id: string
    code: string
  }
  'loyalty_drop_claim.ofContact': {
    drop_id: string
  }
  'loyalty_drop_claim.take': {
    claimed: number
    status: 'scheduled' | 'open' | 'full' | 'ended' | 'deleted'
    version: number
  }
  'loyalty_offer_hold.gifts': {
    contact_id: string | null
    quote: unknown
    refunded: number
    captured: number
  }
  'loyalty_offer_hold.insert': {
    reference: string
  }
  'loyalty_offer_hold.lock': {
    reference: string
    status: 'held' | 'committed' | 'released' | 'rolledBack'
    contact_id: string | null
    person: string | null
    token: string | null
    token_amount: number
    is_over: boolean
    quote: unknown
  }
  'loyalty_offer_hold.lockPurchases': {
    reference: string
    refunded: number
    captured: number
  }
  'loyalty_offer_hold.prune': {
    reference: string
  }
  'loyalty_promotion.live': {
    id: string
    version: number
    used: number
    spent: number
    used_by_contact: number | null
    used_today: number | null
  }
  'loyalty_promotion.running': {
    id: string
    version: number
  }
  'loyalty_promotion_application.ofReference': {
    id: string
    promotion_id: string
    revision: number
    reference: string
    status: 'reserved' | 'applied' | 'released' | 'rolledBack'
    contact_id: string | null
    day: string
    currency: string
    discount: number
    returned: number
    tokens: number
  }
  'loyalty_promotion_application.states': {
    status: 'reserved' | 'applied' | 'released' | 'rolledBack'
    uses: number
  }
  'loyalty_promotion_day.last': {
    day: string
    used: number
  }
  'loyalty_promotion_day.sums': {
    currency: string
    discount: string
    tokens: string
  }
  'loyalty_promotion_person.groups': {
    is_held_out: boolean
    people: number
    buyers: number
  }
  'loyalty_promotion_person.sumUp': {
    promotion_id: string
  }
  'loyalty_promotion_total.find': {
    used: number
    spent: number
  }
  'loyalty_promotion_total.hold': {
    promotion_id: string
  }
  'loyalty_promotion_total.isOver': {
    is_over: boolean
  }
  'loyalty_promotion_total.read': {
    used: number
    spent: number
  }
  'loyalty_redemption.accountsDue': {
    account_id: number
  }
  'loyalty_redemption.byReference': {
    id: string
    coupon_id: string
    code: string
    contact_id: string | null
    client_reference: string
    request_hash: Buffer
    reference: string | null
    status: 'reserved' | 'redeemed' | 'released' | 'partiallyRolledBack' | 'rolledBack'
    version: number
    amount: number
    currency: string | null
    tokens: number | null
    token: string | null
    rolled_back_amount: number
    reason: string | null
    created_at: string
    until_at: string | null
    redeemed_at: string | null
    ended_at: string | null
  }
  'loyalty_redemption.due': {
    id: string
    reference: string | null
  }
  'loyalty_redemption.dueOfCoupon': {
    id: string
    reference: string | null
  }
  'loyalty_redemption.firstUse': {
    id: string
  }
  'loyalty_redemption.lockForTokens': {
    id: string
    coupon_id: string
    code: string
    contact_id: string | null
    client_reference: string
    request_hash: Buffer
    reference: string | null
    status: 'reserved' | 'redeemed' | 'released' | 'partiallyRolledBack' | 'rolledBack'
    version: number
    amount: number
    currency: string | null
    tokens: number | null
    token: string | null
    rolled_back_amount: number
    reason: string | null
    created_at: string
    until_at: string | null
    redeemed_at: string | null
    ended_at: string | null
  }
  'loyalty_redemption.move': {
    id: string
  }
  'loyalty_redemption.ofPurchase': {
    id: string
  }
  'loyalty_redemption.read': {
    id: string
    coupon_id: string
    code: string
    contact_id: string | null
    client_reference: string
    request_hash: Buffer
    reference: string | null
    status: 'reserved' | 'redeemed' | 'released' | 'partiallyRolledBack' | 'rolledBack'
    version: number
    amount: number
    currency: string | null
    tokens: number | null
    token: string | null
    rolled_back_amount: number
    reason: string | null
    created_at: string
    until_at: string | null
    redeemed_at: string | null
    ended_at: string | null
  }
  'loyalty_redemption.reservedOf': {
    id: string
    reference: string | null
  }
  'loyalty_redemption.usage': {
    day: string
    currency: string | null
    redeemed: number
    rolled_back: number
    amount: string
  }
  'loyalty_redemption.usageOfBatch': {
    day: string
    currency: string | null
    redeemed: number
    rolled_back: number
    amount: string
  }
  'loyalty_reward.namesOf': {
    id: string
    name: string
  }
  'loyalty_reward.openPerks': {
    id: string
    name: string
    token: string
    cost: number | null
    status: 'draft' | 'active' | 'paused' | 'ended' | 'soldOut' | 'pending' | 'posted' | 'partiallySpent' | 'spent' | 'expired' | 'reversed' | 'archived' | 'deleted'
    is_taken: boolean
  }
  'loyalty_reward.rulesFor': {
    id: string
  }
  'loyalty_reward.take': {
    redeemed: number
    status: 'draft' | 'active' | 'paused' | 'ended' | 'soldOut' | 'pending' | 'posted' | 'partiallySpent' | 'spent' | 'expired' | 'reversed' | 'archived' | 'deleted'
    version: number
  }
  'loyalty_reward_count.lock': {
    reward_id: string
    contact_id: string
    span: string
    used: string
  }
  'loyalty_reward_count.prune': {
    span: string
  }
  'loyalty_reward_count.take': {
    used: number
  }
  'loyalty_reward_progress.lock': {
    reward_id: string
    contact_id: string
    rest: number
  }
  'loyalty_token_hold.insert': {
    id: string
  }
  'loyalty_token_hold.lock': {
    id: string
    reference: string
    contact_id: string
    token: string
    amount: string
    given_back: string
    status: 'held' | 'captured' | 'released'
    reward_id: string | null
    attempt: number
  }
  'loyalty_token_hold.lockOfContact': {
    id: string
  }
  'loyalty_token_hold.prune': {
    id: string
  }
  'loyalty_token_hold.takeAgain': {
    id: string
  }
  'loyalty_token_hold_part.ofHold': {
    lot_id: string
    amount: string
  }
  'loyalty_token_lot.balances': {
    contact_id: string
    token: string
    available: string
    pending: string
    held: string
    owed: string
    next_at: string | null
    next_amount: string | null
  }
  'loyalty_token_lot.differences': {
    ledger: string
    token: string
    lots: string
    balance: string
  }
  'loyalty_token_lot.dueAccounts': {
    account_id: number
  }
  'loyalty_token_lot.lockAll': {
    id: string
    token: string
    remaining: string
    is_pending: boolean
  }
  'loyalty_token_lot.lockDue': {
    id: string
    contact_id: string
    token: string
    remaining: string
    is_pending: boolean
    available_at: string
    expires_at: string | null
  }
  'loyalty_token_lot.lockGiven': {
    id: string
    contact_id: string
    token: string
    amount: string
    remaining: string
    taken_back: string
    owed: string
    is_pending: boolean
    reward_id: string | null
  }
  'loyalty_token_lot.lockGrant': {
    id: string
    contact_id: string
    token: string
    amount: string
    remaining: string
    owed: string
    is_pending: boolean
    reward_id: string
  }
  'loyalty_token_lot.lockGranted': {
    id: string
    contact_id: string
    token: string
    amount: string
    remaining: string
    taken_back: string
    owed: string
    is_pending: boolean
    reward_id: string | null
  }
  'loyalty_token_lot.lockOfContact': {
    id: string
  }
  'loyalty_token_lot.lockOpen': {
    id: string
    remaining: string
    is_pending: boolean
    available_at: string
    expires_at: string | null
    owed: string
    reward_id: string | null
  }
  'loyalty_token_lot.lockOwing': {
    id: string
    contact_id: string
    token: string
    remaining: string
    owed: string
    is_pending: boolean
    reward_id: string | null
    is_reversed: boolean
  }
  'loyalty_token_lot.merge': {
    ledger: 'pending' | 'member' | 'hold'
    token: string
    amount: string
  }
  'loyalty_token_lot.ofGrants': {
    id: string
    reward_id: string
    remaining: number
  }
  'loyalty_token_lot.open': {
    contact_id: string
    token: string
    remaining: string
  }
  'loyalty_token_lot.sumReward': {
    granted: number
    remaining: number
    grants: number
    contacts: number
  }
  'marketing_attribute.read': {
    name: string
  }
  'marketing_automation.lockByIntegration': {
    id: string
  }
  'marketing_automation.states': {
    id: string
    status: 'draft' | 'active' | 'paused' | 'error' | 'archived' | 'deleted'
    kind: 'automation' | 'sequence'
    in_flight: 'continue' | 'stop' | 'hold'
    definition_version: number
  }
  'marketing_automation_count.sum': {
    automation_id: string
    node_id: string
    kind: 'in' | 'out' | 'failed' | 'entered' | 'completed' | 'exited' | 'goalReached'
    count: number
  }
  'marketing_automation_entry.find': {
    kind: string
    key: string
    automation_id: string
    definition_version: number
  }
  'marketing_automation_run.activeOf': {
    id: string
    contact_id: string
    node_id: string | null
    version: number
    due_at: string | null
  }
  'marketing_automation_run.countByVersion': {
    version: number
    count: number
  }
  'marketing_automation_run.countFailure': {
    automation_id: string
    contact_id: string
    node_id: string | null
    iteration: number
    failures: number
  }
  'marketing_automation_run.earlier': {
    contact_id: string
    runs: number
    last_at: string
    slots: number[]
  }
  'marketing_automation_run.end': {
    id: string
    contact_id: string
    node_id: string | null
  }
  'marketing_automation_run.insert': {
    id: string
    contact_id: string
  }
  'marketing_automation_run.lastEnds': {
    ended: number
    failed: number
  }
  'marketing_automation_run.live': {
    id: string
    automation_id: string
    version: number
    node_id: string | null
    contact_id: string
  }
  'marketing_automation_run.lock': {
    id: string
    automation_id: string
    version: number
    contact_id: string
    status: 'active' | 'completed' | 'exited' | 'failed'
    node_id: string | null
    iteration: number
    started_at: string
    arrived_at: string
    due_at: string | null
    ended_at: string | null
    goal_at: string | null
    reason: string | null
    failures: number
    cause: unknown
    met: unknown
  }
  'marketing_automation_run.page': {
    id: string
    automation_id: string
    version: number
    contact_id: string
    status: 'active' | 'completed' | 'exited' | 'failed'
    node_id: string | null
    iteration: number
    started_at: string
    arrived_at: string
    due_at: string | null
    ended_at: string | null
    goal_at: string | null
    reason: string | null
    failures: number
    cause: unknown
    met: unknown
  }
  'marketing_automation_run.prune': {
    id: string
  }
  'marketing_automation_run.stoppedAt': {
    node_id: string
    stopped: number
  }
  'marketing_automation_step.ofRuns': {
    run_id: string
    node_id: string
    iteration: number
    at: string
    outcome: string
    detail: string | null
  }
  'marketing_automation_use.segments': {
    used_id: string
  }
  'marketing_automation_use.users': {
    id: string
    name: string
    sequence_id: string | null
  }
  'marketing_automation_version.list': {
    version: number
    created_at: string
    node_count: number | null
  }
  'marketing_automation_version.read': {
    created_at: string
    definition: unknown
    source: unknown
    is_uncommitted: boolean
  }
  'marketing_campaign.countedNames': {
    name: string
  }
  'marketing_campaign.findByIntegration': {
    id: string
  }
  'marketing_campaign.finished': {
    id: string
  }
  'marketing_campaign.lockByIntegration': {
    id: string
  }
  'marketing_campaign.runningBy': {
    id: string
  }
  'marketing_campaign.scheduledWith': {
    id: string
  }
  'marketing_campaign.usingIntegration': {
    id: string
    name: string
  }
  'marketing_campaign.usingSegment': {
    id: string
    name: string
  }
  'marketing_campaign.usingTemplate': {
    id: string
    name: string
  }
  'marketing_campaign_arm.count': {
    name: string
    weight: number
    subject: string | null
    audience: number | null
    sent: number | null
    opened: number | null
    clicked: number | null
    converted: number | null
    unsubscribed: number | null
  }
  'marketing_campaign_arm.read': {
    position: number
    name: string
    weight: number
    template_id: string | null
    template_version: number | null
    content_id: string | null
  }
  'marketing_campaign_frozen.next': {
    number: number
  }
  'marketing_campaign_link.read': {
    url: string
    clicks: number
    machine_clicks: number
    people: number
  }
  'marketing_campaign_sum.read': {
    campaign_id: string
    currency: string
    conversions: number
    amount: number
  }
  'marketing_consent.lastDeparture': {
    at: string
  }
  'marketing_consent.lastRequest': {
    at: string
  }
  'marketing_consent.lastWish': {
    is_requested: boolean | null
  }
  'marketing_consent.leftTopics': {
    contact_id: string
    topic: string
    source: string
  }
  'marketing_contact.agreedNumbers': {
    phone: string
  }
  'marketing_contact.byEmailKeys': {
    id: string
    key: string
  }
  'marketing_contact.byExternalIds': {
    id: string
    key: string
  }
  'marketing_contact.byViewerIds': {
    id: string
    key: string
  }
  'marketing_contact.countUpTo': {
    count: number
  }
  'marketing_contact.findDemo': {
    id: string
  }
  'marketing_contact.findFormer': {
    id: string
  }
  'marketing_contact.findMergedInto': {
    id: string
    email: string | null
    phone: string | null
    version: number
  }
  'marketing_contact.findRemaining': {
    first_id: string
    id: string
  }
  'marketing_contact.forRuns': {
    id: string
    status: 'pending' | 'subscribed' | 'unsubscribed' | 'bounced' | 'complained' | 'suppressed' | 'archived' | 'deleted'
    email: string | null
    first_name: string | null
    last_name: string | null
    phone: string | null
    external_id: string | null
    locale: string | null
    timezone: string | null
    country: string | null
    attributes: unknown
    tags: string[]
    created_at: string
    updated_at: string
    merged_into_id: string | null
    deleted_at: string | null
  }
  'marketing_contact.holdMany': {
    id: string
  }
  'marketing_contact.holdReceiver': {
    id: string
  }
  'marketing_contact.holdTold': {
    id: string
  }
  'marketing_contact.insertOthers': {
    id: string
  }
  'marketing_contact.known': {
    id: string
  }
  'marketing_contact.lockMany': {
    account_id: number
    id: string
    status: 'pending' | 'subscribed' | 'unsubscribed' | 'bounced' | 'complained' | 'suppressed' | 'archived' | 'deleted'
    version: number
    created_at: string
    updated_at: string
    client_reference: string | null
    metadata: unknown
    email: string | null
    phone: string | null
    external_id: string | null
    viewer_id: string | null
    first_name: string | null
    last_name: string | null
    locale: string | null
    timezone: string | null
    country: string | null
    attributes: unknown
    tags: string[]
    topics: string[]
    tracking_disabled: boolean
    merged_into_id: string | null
  }
  'marketing_contact.newestForSimulation': {
    id: string
    created_at: string
  }
  'marketing_contact.nth': {
    id: string
  }
  'marketing_contact.ofEvents': {
    name: 'contactId' | 'externalId' | 'viewerId' | 'email'
    value: string | null
    id: string
  }
  'marketing_contact.ofPhone': {
    id: string
  }
  'marketing_contact.pageForRuns': {
    id: string
  }
  'marketing_contact.people': {
    id: string
    email: string | null
    phone: string | null
    first_name: string | null
    last_name: string | null
    locale: string | null
  }
  'marketing_contact.readMany': {
    account_id: number
    id: string
    status: 'pending' | 'subscribed' | 'unsubscribed' | 'bounced' | 'complained' | 'suppressed' | 'archived' | 'deleted'
    version: number
    created_at: string
    updated_at: string
    client_reference: string | null
    metadata: unknown
    email: string | null
    phone: string | null
    external_id: string | null
    viewer_id: string | null
    first_name: string | null
    last_name: string | null
    locale: string | null
    timezone: string | null
    country: string | null
    attributes: unknown
    tags: string[]
    topics: string[]
    tracking_disabled: boolean
    merged_into_id: string | null
  }
  'marketing_contact.scoreCount': {
    count: number
  }
  'marketing_contact.scorePage': {
    id: string
  }
  'marketing_contact.subjects': {
    id: string
    email_key: string | null
    phone: string | null
    external_id: string | null
    viewer_id: string | null
    first_name: string | null
    last_name: string | null
    locale: string | null
    timezone: string | null
    country: string | null
    status: 'pending' | 'subscribed' | 'unsubscribed' | 'bounced' | 'complained' | 'suppressed' | 'archived' | 'deleted'
    tags: string[]
    topics: string[]
    tracking_disabled: boolean
    created_at: string
    attributes: unknown
  }
  'marketing_contact.tagNames': {
    name: string | null
  }
  'marketing_contact.zones': {
    timezone: string
  }
  'marketing_contact_import.advance': {
    error_count: number
  }
  'marketing_contact_import.hold': {
    id: string
  }
  'marketing_contact_import_error.blankOld': {
    row_number: number
  }
  'marketing_contact_import_part.add': {
    part_id: string
  }
  'marketing_contact_import_part.ofFile': {
    part_id: string
    to_byte: number
  }
  'marketing_contact_import_sample.read': {
    samples: string[]
  }
  'marketing_content.read': {
    format: string
    subject: string | null
    preheader: string | null
    body: string
    text_body: string | null
    compiled_html: string | null
    compiled_text: string | null
    problem: string | null
  }
  'marketing_event.byId': {
    id: string
    contact_id: string
    name: string
    at: string
    properties: unknown
  }
  'marketing_event.forSimulation': {
    contact_id: string
    at: string
    properties: unknown
  }
  'marketing_event.insert': {
    id: string
    contact_id: string
    name: string
    at: string
  }
  'marketing_event.names': {
    name: string
  }
  'marketing_event.past': {
    id: string
    contact_id: string
    name: string
    at: string
    properties: unknown
  }
  'marketing_event.properties': {
    name: string | null
    values: unknown
  }
  'marketing_event.propertiesForRuns': {
    id: string
    contact_id: string
    name: string
    at: string
    properties: unknown
  }
  'marketing_event.prune': {
    id: string
  }
  'marketing_event.readById': {
    id: string
    contact_id: string
    name: string
    at: string
    subject: string | null
    properties: unknown
  }
  'marketing_event.retract': {
    name: string
  }
  'marketing_event.subjects': {
    contact_id: string
    name: string
    at: string
    properties: unknown
  }
  'marketing_feed_item.first': {
    name: string
    title: string
    url: string | null
    image_url: string | null
    price_minor: number | null
    currency: string | null
    category: string | null
  }
  'marketing_feed_item.list': {
    item_key: string
    title: string
    url: string | null
    image_url: string | null
    price_minor: number | null
    currency: string | null
    category: string | null
    is_available: boolean
    updated_at: string
  }
  'marketing_inbound.countStates': {
    state: 'pending' | 'applied' | 'ignored' | 'failed'
    calls: number
  }
  'marketing_inbound.deleteOld': {
    id: string
  }
  'marketing_inbound.insert': {
    id: string
    state: 'pending' | 'applied' | 'ignored' | 'failed'
  }
  'marketing_inbound.lock': {
    integration_id: string
    repeat_hex: string
    kind: 'event' | 'segment' | 'sms'
    payload: string | null
    received_at: string
  }
  'marketing_inbound.newestProblems': {
    state: 'pending' | 'applied' | 'ignored' | 'failed'
    detail: string | null
    received_at: string
  }
  'marketing_integration.findDefault': {
    id: string
  }
  'marketing_integration.oldestOfType': {
    id: string
  }
  'marketing_link_visit.read': {
    link_id: string
    last_at: string
    human_at: string | null
  }
  'marketing_mailbox.find': {
    validity: string | null
    uid: number
  }
  'marketing_message.addressesOf': {
    address: string
  }
  'marketing_message.advance': {
    id: string
  }
  'marketing_message.answersOfRuns': {
    node_id: string | null
    sent: number
    opened: number
    clicked: number
    replied: number
  }
  'marketing_message.contactOf': {
    contact_id: string
    channel: 'email' | 'sms' | 'webhook'
    address_key: string | null
  }
  'marketing_message.countDomains': {
    domain: string | null
    second: number
    count: number
  }
  'marketing_message.countHour': {
    attempts: number
    accepted: number
  }
  'marketing_message.countRate': {
    attempted: number
    first_at: string | null
    due: number
  }
  'marketing_message.countRates': {
    attempted: number
    failed: number
    complained: number
  }
  'marketing_message.countSoft': {
    id: string
  }
  'marketing_message.due': {
    id: string
    campaign_id: string | null
    contact_id: string
    channel: 'email' | 'sms' | 'webhook'
    template_id: string | null
    template_version: number | null
    content_id: string | null
    topic: string | null
    attempts: number
    state: 'queued' | 'attempting' | 'sent' | 'deferred' | 'bounced' | 'failed' | 'uncertain' | 'skipped' | 'cancelled'
    variant: string | null
    integration_id: string | null
    data: unknown
    subject: string | null
    from_name: string | null
    from_email: string | null
    reply_to: string | null
  }
  'marketing_message.endedRecipients': {
    id: string
    contact_id: string
    address: string | null
    state: 'queued' | 'attempting' | 'sent' | 'deferred' | 'bounced' | 'failed' | 'uncertain' | 'skipped' | 'cancelled'
    skip_reason: string | null
    reply: string | null
    sent_at: string | null
    opened_at: string | null
    clicked_at: string | null
  }
  'marketing_message.findByRef': {
    id: string
  }
  'marketing_message.findByRefs': {
    id: string
    message_ref: string | null
    provider_ref: string | null
  }
  'marketing_message.findReturned': {
    id: string
  }
  'marketing_message.findWaiting': {
    id: string
  }
  'marketing_message.hasten': {
    id: string
  }
  'marketing_message.hours': {
    hour: string
    sent: number
    opened: number
    clicked: number
  }
  'marketing_message.lockOutcome': {
    contact_id: string
    channel: 'email' | 'sms' | 'webhook'
    address: string | null
    address_key: string | null
    state: 'queued' | 'attempting' | 'sent' | 'deferred' | 'bounced' | 'failed' | 'uncertain' | 'skipped' | 'cancelled'
    bounce_kind: 'hard' | 'soft' | null
    bounced_at: string | null
    complained_at: string | null
    replied_at: string | null
    delivered_at: string | null
  }
  'marketing_message.markUnsubscribed': {
    contact_id: string
    campaign_id: string | null
  }
  'marketing_message.newestBy': {
    id: string
    state: 'queued' | 'attempting' | 'sent' | 'deferred' | 'bounced' | 'failed' | 'uncertain' | 'skipped' | 'cancelled'
    reply: string | null
    attempted_at: string
  }
  'marketing_message.nextDue': {
    next_at: string | null
  }
  'marketing_message.queue': {
    id: string
    key: string | null
    state: 'queued' | 'attempting' | 'sent' | 'deferred' | 'bounced' | 'failed' | 'uncertain' | 'skipped' | 'cancelled'
    skip_reason: string | null
  }
  'marketing_message.recipients': {
    id: string
    contact_id: string
    address: string | null
    state: 'queued' | 'attempting' | 'sent' | 'deferred' | 'bounced' | 'failed' | 'uncertain' | 'skipped' | 'cancelled'
    skip_reason: string | null
    reply: string | null
    sent_at: string | null
    opened_at: string | null
    clicked_at: string | null
  }
  'marketing_message.sentSince': {
    count: number
  }
  'marketing_message.settleLost': {
    id: string
  }
  'marketing_message.sinceForRuns': {
    contact_id: string
    messages: number
  }
  'marketing_message.stats': {
    campaign_id: string | null
    messages: number
    waiting: number
    sending: number
    sent: number
    deferred: number
    bounced: number
    failed: number
    uncertain: number
    skipped: number
    ended: number
    skipped_unsubscribed: number
    skipped_suppressed: number
    skipped_no_address: number
    skipped_topic: number
    skipped_capped: number
    skipped_gone: number
    skipped_duplicate: number
    opened: number
    clicked: number
    machine_opened: number
    machine_clicked: number
    returned: number
    complained: number
    unsubscribed: number
    replied: number
    bounced_hard: number
    bounced_soft: number
    opens_machine: number
    clicks_machine: number
    audience: number
    queued: number
    cancelled: number
  }
  'marketing_message.subjects': {
    contact_id: string
    campaign_id: string | null
    template_id: string | null
    sent_at: string | null
    delivered_at: string | null
    opened_at: string | null
    clicked_at: string | null
    replied_at: string | null
    bounced_at: string | null
    complained_at: string | null
    unsubscribed_at: string | null
    converted_at: string | null
  }
  'marketing_message.tellDeferred': {
    id: string
    contact_id: string
    campaign_id: string | null
    channel: 'email' | 'sms' | 'webhook'
    attempted_at: string | null
    reply: string | null
  }
  'marketing_message.tellSent': {
    id: string
    contact_id: string
    campaign_id: string | null
    channel: 'email' | 'sms' | 'webhook'
    sent_at: string | null
  }
  'marketing_message.touch': {
    id: string
  }
  'marketing_message.touched': {
    contact_id: string
    campaign_id: string | null
    state: 'queued' | 'attempting' | 'sent' | 'deferred' | 'bounced' | 'failed' | 'uncertain' | 'skipped' | 'cancelled'
    sent_at: string | null
    attempted_at: string | null
    opened_at: string | null
    clicked_at: string | null
    is_erased: boolean
  }
  'marketing_message.unsubscribe': {
    contact_id: string
    campaign_id: string | null
  }
  'marketing_message.view': {
    contact_id: string
    channel: 'email' | 'sms' | 'webhook'
    address_key: string | null
    campaign_id: string | null
    template_id: string | null
    template_version: number | null
    content_id: string | null
    data: unknown
    subject: string | null
  }
  'marketing_message.waitingSample': {
    id: string
  }
  'marketing_purchase.ofContacts': {
    contact_id: string
    currency: string
    payment_count: number
    total: number
  }
  'marketing_returned.blankRaw': {
    id: string
  }
  'marketing_returned.deleteOld': {
    id: string
  }
  'marketing_returned.insert': {
    id: string
  }
  'marketing_returned.insertReports': {
    id: string
    state: 'pending' | 'applied' | 'ignored'
  }
  'marketing_returned.lock': {
    message_id: string | null
    purpose: 'bounce' | 'unsubscribe' | 'reply' | 'any'
    raw: Buffer | null
    occurred_at: string
  }
  'marketing_returned.lockReports': {
    id: string
    message_id: string | null
    kind: string | null
    status_code: string | null
    diagnostic: string | null
    occurred_at: string
  }
  'marketing_score.dueAccounts': {
    account_id: number
  }
  'marketing_score.dueContacts': {
    contact_id: string
  }
  'marketing_score.known': {
    contact_id: string
  }
  'marketing_score.lock': {
    contact_id: string
    version: number
    fit: number
    engagement: number
    engagement_plain: number
    decay_mark: number
    folded_at: string
    status: string
    expires_next_at: string | null
  }
  'marketing_score.page': {
    id: string
  }
  'marketing_score.read': {
    version: number
    fit: number
    engagement: number
    engagement_plain: number
    decay_mark: number
    folded_at: string
    expires_next_at: string | null
  }
  'marketing_score.subjects': {
    contact_id: string
    fit: number
    engagement: number
    engagement_plain: number
    folded_at: string
    status: string
    half_life_ms: number | null
    decay_floor: number
    bound_min: number
    bound_max: number
  }
  'marketing_score_entry.active': {
    id: string
    score: 'fit' | 'engagement'
    kind: 'rule' | 'withdrawn' | 'manual' | 'set' | 'automation'
    rule_id: string | null
    reason: string | null
    points: number
    at: string
    expires_at: string | null
  }
  'marketing_score_entry.byKey': {
    key: string
    contact_id: string
    kind: 'rule' | 'withdrawn' | 'manual' | 'set' | 'automation'
    reason: string | null
    points: number
  }
  'marketing_score_entry.countActive': {
    entries: number
  }
  'marketing_score_entry.expiring': {
    contact_id: string
    score: 'fit' | 'engagement'
    points: number
    at: string
    expires_at: string
  }
  'marketing_score_entry.given': {
    contact_id: string
    rule_id: string
    starts_at: string
    event_id: string | null
    points: number
  }
  'marketing_score_entry.history': {
    id: string
    score: 'fit' | 'engagement'
    kind: 'rule' | 'withdrawn' | 'manual' | 'set' | 'automation'
    rule_id: string | null
    reason: string | null
    points: number
    at: string
    expires_at: string | null
  }
  'marketing_score_entry.insert': {
    id: string
  }
  'marketing_score_entry.latest': {
    contact_id: string
    rule_id: string
    kind: 'rule' | 'withdrawn' | 'manual' | 'set' | 'automation'
    score: 'fit' | 'engagement'
    points: number
    at: string
    expires_at: string | null
  }
  'marketing_score_entry.sum': {
    contact_id: string
    fit: number
    engagement: number
    plain: number
  }
  'marketing_score_model.versions': {
    version: number
    starts_at: string
    half_life_ms: number | null
    decay_floor: number
    bound_min: number
    bound_max: number
    is_full: boolean
    is_derived: boolean
    recompute_total: number | null
    recomputed: number
    recomputed_at: string | null
  }
  'marketing_score_rule.ofVersion': {
    rule_id: string
    name: string
    score: 'fit' | 'engagement'
    filter: unknown
    event: string | null
    event_where: unknown
    points: number
    cap_max: number | null
    cap_per_ms: number | null
    expires_after_ms: number | null
    graded_from: string | null
  }
  'marketing_score_threshold.ofVersion': {
    name: string
    min: number
  }
  'marketing_segment.concerned': {
    id: string
    filter: unknown
  }
  'marketing_segment.hasConcerned': {
    is_concerned: boolean
  }
  'marketing_segment.ofContact': {
    id: string
    name: string
    entered_at: string
  }
  'marketing_segment.referring': {
    id: string
  }
  'marketing_segment.unbuilt': {
    status: 'building' | 'ready' | 'stale' | 'error' | 'archived' | 'deleted'
  }
  'marketing_segment.using': {
    id: string
    name: string
  }
  'marketing_segment_audit.due': {
    account_id: number
    id: string
  }
  'marketing_segment_audit.read': {
    audited_at: string
    member_count: number
    difference: number
    repaired: number
  }
  'marketing_segment_audit.repaired': {
    repaired: number | null
  }
  'marketing_segment_count.sum': {
    segment_id: string
    members: number
  }
  'marketing_segment_day.trend': {
    day: string
    member_count: number
  }
  'marketing_segment_member.add': {
    contact_id: string
  }
  'marketing_segment_member.find': {
    entered_at: string
  }
  'marketing_segment_member.forSimulation': {
    contact_id: string
    entered_at: string
  }
  'marketing_segment_member.page': {
    contact_id: string
    entered_at: string
    email: string | null
  }
  'marketing_segment_member.pageForRuns': {
    contact_id: string
  }
  'marketing_segment_member.remove': {
    contact_id: string
  }
  'marketing_segment_member.sample': {
    id: string
    email: string | null
    first_name: string | null
    last_name: string | null
  }
  'marketing_segment_member.sizes': {
    members: number
    counted: number
  }
  'marketing_segment_member.subjects': {
    contact_id: string
    segment_id: string
  }
  'marketing_sender.claim': {
    id: string
  }
  'marketing_sender.lock': {
    next_at: string | null
    failures: number
  }
  'marketing_sender.read': {
    next_at: string | null
  }
  'marketing_sending_count.days': {
    integration_id: string
    sent: number
  }
  'marketing_sending_count.used': {
    hour: number
    day: number
  }
  'marketing_sending_domain.findByName': {
    id: string
  }
  'marketing_sequence.lockByIntegration': {
    id: string
  }
  'marketing_sequence.ofAutomations': {
    automation_id: string
    id: string
  }
  'marketing_suppression.find': {
    address_hash: Buffer
  }
  'marketing_suppression.read': {
    reason: 'complaint' | 'hardBounce' | 'softBounces' | 'erased' | 'manual' | 'stop' | 'left'
    at: string
  }
  'marketing_template.current': {
    current_version: number
  }
  'marketing_template.findWithTopic': {
    id: string
  }
  'marketing_template.inLayout': {
    id: string
    name: string
  }
  'marketing_template.pageInLayout': {
    id: string
  }
  'marketing_template_version.list': {
    number: number
    created_at: string
    format: string
    subject: string | null
    bytes: number
  }
  'marketing_template_version.read': {
    subject: string | null
    preheader: string | null
    compiled_html: string | null
    compiled_text: string
    links: string[]
    variables: unknown
  }
  'marketing_template_version.source': {
    format: string
    subject: string | null
    preheader: string | null
    body: string
    text_body: string | null
    variables: unknown
  }
  'marketing_timer.accountsDue': {
    account_id: number
    due_at: string
  }
  'marketing_timer.claim': {
    owner_id: string
    contact_id: string
    automation_id: string
    kind: 'run' | 'date'
    due_at: string
  }
  'marketing_timer.datesToCome': {
    contact_id: string
    due_at: string
  }
  'marketing_timer.next': {
    due_at: string
  }
  'marketing_timer.ofAutomation': {
    owner_id: string
    contact_id: string
    kind: 'run' | 'date'
    due_at: string
    held_due_at: string | null
  }
  'marketing_topic.find': {
    key: string
  }
  'marketing_topic.findDefault': {
    key: string
  }
  'marketing_topic.findPublic': {
    key: string
    name: string
    description: string | null
  }
  'ops_access_change.recent': {
    id: string
    account_id: number
  }
  'ops_delivery.backlog': {
    status: 'pending' | 'exhausted'
    count: number
  }
  'ops_delivery.countExhausted': {
    count: number
  }
  'ops_delivery.due': {
    id: string
    fact_id: string
    fact_name: string
    subject: string
    subject_version: number
    told_at: string
    attempts: number
    retry_step: number
    last_status: number | null
  }
  'ops_delivery.exhaust': {
    id: string
  }
  'ops_delivery.find': {
    account_id: number
    id: string
    endpoint_id: string
    fact_id: string
    fact_name: string
    subject: string
    subject_version: number
    told_at: string
    status: 'pending' | 'failed' | 'delivered' | 'exhausted'
    attempts: number
    retry_step: number
    next_attempt_at: string | null
    last_status: number | null
    last_error: string | null
    last_duration_ms: number | null
    response_excerpt: string | null
    created_at: string
    updated_at: string
  }
  'ops_delivery.next': {
    next_at: string | null
  }
  'ops_delivery.prune': {
    id: string
  }
  'ops_delivery.resend': {
    endpoint_id: string
  }
  'ops_delivery_attempt.list': {
    number: number
    at: string
    status: number | null
    error: string | null
    durationMs: number
  }
  'ops_doctor.clock': {
    now_ms: number
  }
  'ops_doctor.extensions': {
    name: string
  }
  'ops_doctor.fingerprint': {
    value: string
  }
  'ops_doctor.settings': {
    version: string | null
    fsync: string | null
    full_page_writes: string | null
    autovacuum: string | null
    synchronous_commit: string | null
    wal_level: string | null
  }
  'ops_endpoint_queue.lease': {
    account_id: number
    endpoint_id: string
    additions: number
    failures: number
    lease_token: string
  }
  'ops_endpoint_queue.silent': {
    endpointUuid: string
    failures: number
  }
  'ops_health.ping': {
    answer: number
  }
  'ops_health.small_sorts': {
    set_config: string
  }
  'ops_health.spill': {
    lines: number
  }
  'ops_job.backlog': {
    status: 'queued' | 'waiting' | 'running' | 'dead'
    count: number
  }
  'ops_job.claim': {
    id: string
    account_id: number
    pace: string
    kind: 'reaction' | 'task'
    name: string
    fact_id: string
    fact_name: string
    subject: string
    subject_version: number
    payload: string
    cause: string
    depth: number
    is_silent: boolean
    told_at: string
    order_key: string | null
    lease_token: string
    attempts: number
    outages: number
  }
  'ops_job.expire': {
    order_key: string | null
    status: 'planned' | 'waiting' | 'queued' | 'running' | 'done' | 'dead'
  }
  'ops_job.find': {
    id: string
    status: 'planned' | 'waiting' | 'queued' | 'running' | 'done' | 'dead'
    kind: 'reaction' | 'task'
    name: string
    fact_id: string
    fact_name: string
    subject: string
    payload: string
    cause: string
    attempts: number
    last_error: string | null
    told_at: string
    finished_at: string | null
  }
  'ops_job.insert': {
    order_key: string | null
    status: 'planned' | 'waiting' | 'queued' | 'running' | 'done' | 'dead'
  }
  'ops_job.promote': {
    id: string
  }
  'ops_job.prune': {
    id: string
  }
  'ops_job.queuePlanned': {
    id: string
  }
  'ops_job.runAgain': {
    id: string
  }
  'ops_job.waiting': {
    id: string
    order_key: string | null
  }
  'ops_lease.hold': {
    position_at: string
  }
  'ops_lease.relay': {
    is_fresh: boolean | null
  }
  'ops_lease.take': {
    token: number
  }
  'ops_migration.names': {
    name: string
  }
  'ops_node.find': {
    url: string
    forward_url: string | null
  }
  'ops_node.findGone': {
    id: string
    unseen_seconds: number
  }
  'ops_node.findIngest': {
    rtmp_url: string | null
    rtmps_url: string | null
  }
  'ops_node.findOthers': {
    id: string
  }
  'ops_request_log.edge': {
    id: string
  }
  'ops_request_log.find': {
    id: string
    account_id: number
    key_id: string | null
    actor: string | null
    at: string
    operation: string
    method: string
    path: string
    status: number
    reason: string | null
    duration_ms: number
    network: string
    user_agent: string
  }
  'ops_request_log.get': {
    id: string
    account_id: number
    key_id: string | null
    actor: string | null
    at: string
    operation: string
    method: string
    path: string
    status: number
    reason: string | null
    duration_ms: number
    network: string
    user_agent: string
  }
  'ops_request_log.prune': {
    count: number
  }
  'ops_schedule.claim': {
    name: string
    next_run_at: string
    lease_token: string
  }
  'ops_tally_cursor.read': {
    name: string
    until_at: string
  }
  'pay_sandbox_event.find': {
    provider_id: string
    body: string
  }
  'pay_sandbox_event.prune': {
    id: string
  }
  'pay_sandbox_refund.end': {
    reference: string
  }
  'pay_sandbox_refund.find': {
    reference: string
    session_id: string
    amount: number
    status: 'pending' | 'succeeded' | 'failed'
    changed_at: string
  }
  'pay_sandbox_refund.list': {
    reference: string
    session_id: string
    amount: number
    status: 'pending' | 'succeeded' | 'failed'
    changed_at: string
  }
  'pay_sandbox_refund.sum': {
    sum: number | null
  }
  'pay_sandbox_refund.sumRefunded': {
    currency: string
    refunded: number
  }
  'pay_sandbox_session.byReference': {
    id: string
    provider_id: string
    reference: string
    status: 'open' | 'processing' | 'requiresAction' | 'succeeded' | 'expired'
    title: string
    amount: number
    currency: string
    email: string | null
    return_url: string
    cancel_url: string
    card: string | null
    failure_code: string | null
    fee: number
    captured_at: string | null
    dispute: string | null
    changed_at: string
    expires_at: string
  }
  'pay_sandbox_session.find': {
    id: string
    provider_id: string
    reference: string
    status: 'open' | 'processing' | 'requiresAction' | 'succeeded' | 'expired'
    title: string
    amount: number
    currency: string
    email: string | null
    return_url: string
    cancel_url: string
    card: string | null
    failure_code: string | null
    fee: number
    captured_at: string | null
    dispute: string | null
    changed_at: string
    expires_at: string
  }
  'pay_sandbox_session.hold': {
    id: string
    provider_id: string
    reference: string
    status: 'open' | 'processing' | 'requiresAction' | 'succeeded' | 'expired'
    title: string
    amount: number
    currency: string
    email: string | null
    return_url: string
    cancel_url: string
    card: string | null
    failure_code: string | null
    fee: number
    captured_at: string | null
    dispute: string | null
    changed_at: string
    expires_at: string
  }
  'pay_sandbox_session.insert': {
    id: string
    provider_id: string
    reference: string
    status: 'open' | 'processing' | 'requiresAction' | 'succeeded' | 'expired'
    title: string
    amount: number
    currency: string
    email: string | null
    return_url: string
    cancel_url: string
    card: string | null
    failure_code: string | null
    fee: number
    captured_at: string | null
    dispute: string | null
    changed_at: string
    expires_at: string
  }
  'pay_sandbox_session.prunePaid': {
    id: string
  }
  'pay_sandbox_session.pruneUnpaid': {
    id: string
  }
  'pay_sandbox_session.sumCaptured': {
    currency: string
    payments: number
    captured: number
    fees: number
  }
  'payments_day.unchecked': {
    account_id: number
    provider_id: string
    day: string
  }
  'payments_dispute.close': {
    amount: number
  }
  'payments_dispute.insert': {
    status: 'open' | 'won' | 'lost'
  }
  'payments_dispute.list': {
    provider_reference: string
    status: 'open' | 'won' | 'lost'
    amount: number
    reason: string
    opened_at: string
    closed_at: string | null
  }
  'payments_link_count.commit': {
    used: number
    reserved: number
    uses_max: number | null
    price: number | null
    amount: number
    held: number
  }
  'payments_link_count.find': {
    payment_link_id: string
    uses_max: number | null
    price: number | null
    used: number
    reserved: number
    held: number
    views: number
    started: number
    succeeded: number
    amount: number
  }
  'payments_link_count.limit': {
    used: number
  }
  'payments_link_count.price': {
    used: number
  }
  'payments_link_count.reserve': {
    used: number
  }
  'payments_link_day.read': {
    day: string
    views: number
    started: number
    succeeded: number
    amount: number
  }
  'payments_link_reminder_mail.insert': {
    reminder: string
  }
  'payments_payment.byReference': {
    id: string
  }
  'payments_payment.hasPaid': {
    one: number
  }
  'payments_payment.ofPayer': {
    id: string
    status: 'created' | 'processing' | 'requiresAction' | 'succeeded' | 'partiallyRefunded' | 'refunded' | 'disputed' | 'lost' | 'failed' | 'cancelled' | 'expired' | 'deleted'
    version: number
    customer_email: string | null
  }
  'payments_payment.openOfLink': {
    id: string
  }
  'payments_payment.receiptsOf': {
    id: string
    title: string
    paid_at: string
    currency: string
    amount: number
    amount_refunded: number
  }
  'payments_payment.stuck': {
    account_id: number
    id: string
  }
  'payments_payment.sumByContact': {
    contact_id: string
    currency: string
    count: number
    total: number
    last_paid_at: string
  }
  'payments_payment.sumDay': {
    currency: string
    payments: number
    captured: number
    fees: number
    refunded: number
  }
  'payments_payment.totals': {
    currency: string
    count: number
    succeeded: number | null
    refunded: number
    net: number | null
  }
  'payments_payment.verify': {
    rule: 'the ledger has the revenue of a paid payment' | 'a payment has the sum of its refunds' | 'a payment has the sum of its lost disputes' | 'a transaction of the ledger has its payment' | 'a refund has its transaction' | 'a refund that failed after its success is booked back' | 'coupons of a paid payment are redeemed' | 'promotions of a paid payment are applied' | 'counts of a link are those of its payments'
    about: string
  }
  'payments_payment_link.addressesOf': {
    id: string
    slug: string | null
    currency: string
    amount_mode: 'fixed' | 'customer'
    is_open: boolean | null
    price: number | null
  }
  'payments_payment_link.openOfContact': {
    id: string
    slug: string | null
    title: string
    expires_at: string | null
  }
  'payments_payment_link.openOfStream': {
    slug: string | null
    title: string
    currency: string
    amount_mode: 'fixed' | 'customer'
    succeeded: number
    price: number | null
  }
  'payments_payment_step.insert': {
    kind: string
  }
  'payments_payment_step.list': {
    kind: string
    at: string
    detail: string | null
  }
  'payments_provider.failing': {
    account_id: number
    id: string
  }
  'payments_provider.findDefault': {
    id: string
  }
  'payments_provider.findUse': {
    id: string
  }
  'payments_provider.keys': {
    sealed_keys: string | null
    has_settings_keys: boolean
  }
  'payments_provider.unregistered': {
    account_id: number
    id: string
  }
  'payments_provider_event.hold': {
    report: string | null
    processed_at: string | null
  }
  'payments_provider_event.insert': {
    event_id: string
  }
  'payments_provider_event.prune': {
    event_id: string
  }
  'payments_reconciliation.ofReport': {
    id: string
  }
  'person_challenge.spend': {
    id: string
  }
  'person_email.find': {
    person_id: string
  }
  'person_email.place': {
    person_id: string
  }
  'person_guess.count': {
    wrong_count: number
  }
  'person_guess.read': {
    paused_until: string | null
  }
  'person_link.consume': {
    id: string
  }
  'person_link.read': {
    id: string
    kind: 'console' | 'invitation' | 'passwordReset' | 'emailChange'
    account_id: number | null
    role: string | null
    email: string | null
    person_id: string | null
    expires_at: string
    used_at: string | null
  }
  'person_membership.all': {
    account_id: number
    role: 'owner' | 'developer' | 'operator' | 'analyst' | 'reader'
  }
  'person_membership.one': {
    role: 'owner' | 'developer' | 'operator' | 'analyst' | 'reader'
  }
  'person_passkey.all': {
    person_id: string
    id: string
    credential_id: Buffer
    public_key: Buffer
    sign_count: number
    transports: string[]
    name: string
    is_backed_up: boolean
    created_at: string
    last_used_at: string | null
  }
  'person_passkey.count': {
    count: number
  }
  'person_passkey.find': {
    person_id: string
    id: string
    credential_id: Buffer
    public_key: Buffer
    sign_count: number
    transports: string[]
    name: string
    is_backed_up: boolean
    created_at: string
    last_used_at: string | null
  }
  'person_passkey.insert': {
    person_id: string
    id: string
    credential_id: Buffer
    public_key: Buffer
    sign_count: number
    transports: string[]
    name: string
    is_backed_up: boolean
    created_at: string
    last_used_at: string | null
  }
  'person_passkey.rename': {
    person_id: string
    id: string
    credential_id: Buffer
    public_key: Buffer
    sign_count: number
    transports: string[]
    name: string
    is_backed_up: boolean
    created_at: string
    last_used_at: string | null
  }
  'person_passkey.touch': {
    id: string
  }
  'person_person.acceptStep': {
    id: string
  }
  'person_person.confirmTotp': {
    id: string
  }
  'person_person.insert': {
    id: string
    email: string
    name: string
    language: string
    time_zone: string
    password_hash: string | null
    password_changed_at: string | null
    totp_secret: Buffer | null
    totp_confirmed_at: string | null
    totp_step: number
    version: number
    created_at: string
    updated_at: string
  }
  'person_person.keepTotp': {
    id: string
  }
  'person_person.read': {
    id: string
    email: string
    name: string
    language: string
    time_zone: string
    password_hash: string | null
    password_changed_at: string | null
    totp_secret: Buffer | null
    totp_confirmed_at: string | null
    totp_step: number
    version: number
    created_at: string
    updated_at: string
  }
  'person_recovery_code.spend': {
    person_id: string
  }
  'person_session.all': {
    person_id: string
    id: string
    method: 'password' | 'secondFactor' | 'recoveryCode' | 'passkey' | 'link'
    signed_in_at: string
    last_seen_at: string
    user_agent: string
    country: string | null
  }
  'person_session.end': {
    id: string
  }
  'person_session.endByToken': {
    id: string
  }
  'person_session.endOthers': {
    id: string
  }
  'person_session.read': {
    person_id: string
    id: string
    method: 'password' | 'secondFactor' | 'recoveryCode' | 'passkey' | 'link'
    signed_in_at: string
    last_seen_at: string
    user_agent: string
    country: string | null
  }
  'pg_stat_user_tables.changed': {
    name: string
  }
  'places_place.children': {
    id: string
  }
  'places_place.downwards': {
    levels: number | null
  }
  'places_place.howFull': {
    found: number
  }
  'places_place.likeNameNear': {
    id: string
    name: string
    status: 'draft' | 'active' | 'temporarilyClosed' | 'permanentlyClosed' | 'archived' | 'merged' | 'deleted'
    city: string | null
    country: string | null
    latitude: number | null
    longitude: number | null
  }
  'places_place.mergedInto': {
    id: string
  }
  'places_place.sameNameInCity': {
    id: string
    name: string
    status: 'draft' | 'active' | 'temporarilyClosed' | 'permanentlyClosed' | 'archived' | 'merged' | 'deleted'
    city: string | null
    country: string | null
    latitude: number | null
    longitude: number | null
  }
  'places_place.upwards': {
    id: string
    is_gone: boolean
  }
  'places_place.zones': {
    timezone: string
  }
  'places_regular_hours.clocksHeld': {
    number: number
  }
  'places_regular_hours.holding': {
    few: string[] | null
  }
  'places_stream.live': {
    stream_id: string
    channel_id: string | null
  }
  'places_view_daily.of': {
    views: number
  }
  'tally.partitionsOf': {
    name: string
  }
}
