#!/usr/bin/perl
# close-window.pl DISPLAY_NUMBER WINDOW_ID: asks a window to close as a window manager does when its close button is
# pressed. xdotool can only destroy windows, and no window manager runs in the check.
use strict;
use warnings;
use IO::Socket::UNIX;

my ($display, $window) = @ARGV;
my $x = IO::Socket::UNIX->new(Peer => "/tmp/.X11-unix/X$display") or die "no X server on display $display: $!\n";

sub receive {
    my ($length) = @_;
    my $bytes = '';
    while (length $bytes < $length) {
        sysread($x, $bytes, $length - length $bytes, length $bytes) or die "the X server hung up\n";
    }
    return $bytes;
}

# Little-endian, protocol 11.0, no authorisation.
syswrite $x, pack('a x v v v v x2', 'l', 11, 0, 0, 0);
my ($accepted, $words) = unpack 'C x5 v', receive(8);
receive(4 * $words);
die "the X server refused\n" unless $accepted == 1;

# InternAtom is request 16; its answer is 32 bytes with the atom at byte 8.
sub atom {
    my ($name) = @_;
    my $padded = $name . "\0" x (-length($name) % 4);
    syswrite $x, pack('C C v v x2 a*', 16, 1, 2 + length($padded) / 4, length $name, $padded);
    return unpack 'x8 V', receive(32);
}
my ($protocols, $delete) = (atom('WM_PROTOCOLS'), atom('WM_DELETE_WINDOW'));

# SendEvent is request 25; the event is a ClientMessage (33) of format 32.
my $event = pack 'C C v V V V V x12', 33, 32, 0, $window, $protocols, $delete, 0;
syswrite $x, pack('C C v V V a32', 25, 0, 11, $window, 0, $event);
# An answer to anything means that the event before it has been handled.
atom('WM_PROTOCOLS');
