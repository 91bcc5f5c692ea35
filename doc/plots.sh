#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Measures and draws the pictures of this folder again, on the machine at hand: doc/plots.sh [PREFIX [BACKEND]]
set -e
prefix=${1:-prefix} backend=${2:-cuda}
folder=$(dirname "$0")
"$prefix" bench catalogue --backend "$backend" --repeat 3 --plot "$folder/catalogue.svg"
"$prefix" bench scan --backend "$backend" --repeat 7 --n 2^26 --plot "$folder/blocks.svg" \
    --algorithm hillis-steele,blelloch,blelloch-padded,blelloch-vector,raking,warp-scan
"$prefix" bench scan --backend "$backend" --repeat 7 --plot "$folder/strategies.svg" \
    --n 2^10,2^12,2^14,2^16,2^18,2^20,2^22,2^24,2^26,2^28 \
    --algorithm auto,decoupled-look-back,chained-scan,reduce-then-scan,scan-then-propagate,blelloch-padded,hillis-steele
