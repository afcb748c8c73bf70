#!/bin/sh
# keep what is not on main yet, recoverable with the checkout
cd /work/lean && git add -A >/dev/null 2>&1 && git commit -qm "wip" >/dev/null 2>&1
git -C /work/lean bundle create /tmp/lean.bundle main..lean >/dev/null 2>&1
mkdir -p /work/main/.kept && cp /tmp/lean.bundle /work/main/.kept/ && tar czf /work/main/.kept/hands.tgz -C /work hands && tar czf /work/main/.kept/trial.tgz -C /work/trial $(cd /work/trial; ls *.py *.weights *.network) 2>/dev/null
ls -la /work/main/.kept | head -20
